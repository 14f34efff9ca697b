// SPDX-License-Identifier: Apache-2.0
import { CountersignError } from '../errors/index.js';
import { parseDigest, type Digest } from '../ids.js';
import type { Journal } from '../journal/journal.js';
import { challengeStream, foldChallenge, OPEN_CHALLENGE_PREFIX, type ChallengeRecord } from './challenge-machine.js';

/** A challenge and what became of it. @throws `challenge-unknown`, `corrupt` */
export async function requireChallenge(journal: Journal, digest: Digest): Promise<ChallengeRecord> {
  const record = foldChallenge(await journal.read(challengeStream(digest)));
  if (record === undefined) throw new CountersignError('challenge-unknown');
  // A stream that holds another challenge would have a person sign one thing and settle something else.
  if (record.digest !== digest)
    throw new CountersignError('corrupt', { details: { reason: 'challenge-of-another-stream' } });
  return record;
}

/** Open challenges of every workspace, by ascending digest. */
export async function* openChallenges(journal: Journal): AsyncGenerator<ChallengeRecord> {
  for await (const { key } of journal.list(OPEN_CHALLENGE_PREFIX)) {
    yield await requireChallenge(journal, parseDigest(key.slice(OPEN_CHALLENGE_PREFIX.length)));
  }
}
