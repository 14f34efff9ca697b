// SPDX-License-Identifier: Apache-2.0
import { requireAudience, requireLive } from '../consent/assertion-checks.js';
import { readChallenge, type Challenge } from '../consent/challenge.js';
import {
  castVote,
  challengeStream,
  evolveChallenge,
  issueChallenge,
  readRetireReason,
  readVote,
  retireChallenge,
  type ChallengeRecord,
  type Vote,
} from '../consent/challenge-machine.js';
import { nonceKey } from '../consent/nonce-key.js';
import type { VerifierRegistry } from '../consent/verifier-registry.js';
import { CountersignError, assertNever, toCountersignError } from '../errors/index.js';
import type { Digest, StreamName } from '../ids.js';
import { addMilliseconds, earlier } from '../instant.js';
import type { StreamWrite } from '../journal/engine-store.js';
import type { JournalRecord } from '../journal/record.js';
import { requireNotAborted } from '../material/guarded.js';
import type { ConsentTerms } from '../policy/install-policy.js';
import { objectTo, type Objection } from './audit-finding.js';
import type { CommitReplay } from './commit-replay.js';
import type { PolicyReplay } from './policy-replay.js';
import { refusalCode } from './refusal-code.js';
import type { Decided, StreamReplay } from './stream-replay.js';

export interface ChallengeReplayParts {
  readonly policy: PolicyReplay;
  readonly verifiers: VerifierRegistry;
  /** The installation whose journal it is. */
  readonly audience: string;
  readonly signal: AbortSignal;
}

/** Replays the challenges: each signature is verified again with the keys that are given now, at the time of its record. */
export class ChallengeReplay implements StreamReplay {
  readonly #parts: ChallengeReplayParts;
  readonly #challenges = new Map<StreamName, ChallengeRecord>();
  /** Signatures that were verified. */
  proofs = 0;

  constructor(parts: ChallengeReplayParts) {
    this.#parts = parts;
  }

  find(digest: Digest): Challenge | undefined {
    return this.#challenges.get(challengeStream(digest))?.challenge;
  }

  decide(record: JournalRecord): Decided {
    switch (record.type) {
      case 'challenge.issued':
        return this.#decideIssue(record);
      case 'challenge.voted':
        return this.#decideVote(record);
      case 'challenge.retired':
        return this.#decideRetirement(record);
      case 'challenge.settled':
        // It comes with the vote that decides, which owes it, and never alone.
        return objectTo('transition');
      default:
        return objectTo('type');
    }
  }

  async accept(record: JournalRecord, commit: CommitReplay): Promise<Objection | undefined> {
    const after = evolveChallenge(this.#challenges.get(record.stream), record);
    this.#challenges.set(record.stream, after);
    const { digest: challenge, status } = after;
    const vote = after.votes.at(-1);
    switch (status.kind) {
      case 'open':
        if (vote !== undefined) return await this.#verify(vote, after.challenge);
        commit.meet({ kind: 'issue', challenge }, record);
        return undefined;
      case 'settled':
        commit.meet({ kind: 'settle', challenge, decision: status.decision }, record);
        return undefined;
      case 'retired':
        commit.meet({ kind: 'retire', challenge, reason: status.reason }, record);
        return undefined;
      default:
        return assertNever(status);
    }
  }

  #decideIssue({ stream, data, at }: JournalRecord): Decided {
    if (this.#challenges.has(stream)) return objectTo('transition');
    const challenge = readChallenge(data['challenge'] ?? null);
    if (challenge.audience !== this.#parts.audience) return { kind: 'consent', code: 'assertion-wrong-audience' };
    const { policy, digest } = this.#parts.policy.inForce;
    if (challenge.policyDigest !== digest || !isOnTerms(challenge, policy.terms)) return objectTo('policy');
    if (earlier(at, challenge.issuedAt)) return objectTo('time');
    return writing(issueChallenge(challenge));
  }

  #decideVote(record: JournalRecord): Decided {
    const { policy, audience } = this.#parts;
    const known = this.#require(record);
    const vote = readVote(record.data);
    if (vote.assertion.challengeDigest !== known.digest) return objectTo('content');
    if (known.challenge.policyDigest !== policy.inForce.digest) return objectTo('policy');
    const { write } = castVote(known, vote, nonceKey(vote.assertion));
    try {
      requireAudience(vote.assertion, known.challenge, audience);
      requireLive(vote.assertion, known.challenge, record.at);
    } catch (error) {
      return { kind: 'consent', code: toCountersignError(error).code };
    }
    return writing(write);
  }

  #decideRetirement(record: JournalRecord): Decided {
    const known = this.#require(record);
    const reason = readRetireReason(record.data);
    if (reason === 'expired' && earlier(record.at, known.challenge.expiresAt)) return objectTo('time');
    return writing(retireChallenge(known, reason));
  }

  async #verify({ assertion, principal, keyId }: Vote, challenge: Challenge): Promise<Objection | undefined> {
    const { verifiers, signal } = this.#parts;
    try {
      const verified = await verifiers.verify(assertion, challenge, { purpose: 'record', signal });
      this.proofs += 1;
      return verified.principal === principal && verified.keyId === keyId ? undefined : objectTo('content');
    } catch (error) {
      requireNotAborted(signal);
      return { kind: 'consent', code: refusalCode(error) };
    }
  }

  #require({ stream }: JournalRecord): ChallengeRecord {
    const known = this.#challenges.get(stream);
    if (known === undefined) throw new CountersignError('challenge-unknown');
    return known;
  }
}

function writing(write: StreamWrite): Decided {
  return { kind: 'write', ...write };
}

function isOnTerms({ rules, issuedAt, expiresAt }: Challenge, terms: ConsentTerms): boolean {
  const { approvals, maxValidityMs, clockSkewMs, challengeLifetimeMs } = terms;
  return (
    rules.approvals === approvals &&
    rules.maxValidityMs === maxValidityMs &&
    rules.clockSkewMs === clockSkewMs &&
    expiresAt === addMilliseconds(issuedAt, challengeLifetimeMs)
  );
}
