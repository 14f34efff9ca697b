// SPDX-License-Identifier: Apache-2.0
import { tally } from '../consent/challenge-machine.js';
import { requireChallenge } from '../consent/challenge-records.js';
import { CountersignError } from '../errors/index.js';
import type { InstallState } from './install-state.js';
import { challengeCovers } from './propose.js';
import type { ReconcileParts } from './reconcile-parts.js';

/**
 * Checks once more, right before the claim, what an approval rests on: the settled challenge asked for exactly this
 * proposal, and enough recorded signatures verify. A row that somebody wrote into the database is not enough.
 * @throws `corrupt`, `consent-unavailable`, and what a verifier throws
 */
export async function requireAuthority(
  { journal, broker }: Pick<ReconcileParts, 'journal' | 'broker'>,
  state: InstallState,
  signal: AbortSignal,
): Promise<void> {
  if (state.kind !== 'approved')
    throw new CountersignError('install-illegal-transition', { details: { state: state.kind } });
  if (state.authority.kind === 'policy') return;
  if (broker === undefined) throw new CountersignError('consent-unavailable');

  const { challenge, votes, status } = await requireChallenge(journal, state.authority.digest);
  const granted = status.kind === 'settled' && status.decision === 'granted';
  if (!granted || challenge.audience !== broker.audience || !challengeCovers(challenge, state.proposal)) {
    throw new CountersignError('corrupt', { details: { reason: 'approval-without-authority' } });
  }
  for (const { assertion } of votes) await broker.verifyRecorded(assertion, challenge, signal);
  if (tally(votes, challenge.rules.approvals) !== 'granted') {
    throw new CountersignError('corrupt', { details: { reason: 'approval-without-authority' } });
  }
}
