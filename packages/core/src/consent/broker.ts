// SPDX-License-Identifier: Apache-2.0
import { CountersignError, isCountersignError } from '../errors/index.js';
import type { FaultInjector } from '../fault-points.js';
import type { Digest } from '../ids.js';
import type { Instant } from '../instant.js';
import type { StreamWrite } from '../journal/engine-store.js';
import type { Journal } from '../journal/journal.js';
import { assertionDigest, decodeAssertion, type Assertion, type Decision } from './assertion.js';
import { requireAudience, requireLive, requireUsable, type UseContext } from './assertion-checks.js';
import type { Challenge } from './challenge.js';
import { castVote, requireOpen, type ChallengeRecord, type Vote } from './challenge-machine.js';
import { requireChallenge } from './challenge-records.js';
import { nonceKey } from './nonce-key.js';
import type { VerifierRegistry } from './verifier-registry.js';

/** What a submitted assertion led to. */
export type Submission =
  | { readonly kind: 'settled'; readonly decision: Decision; readonly challenge: Challenge; readonly digest: Digest }
  /** Recorded; more people must agree. */
  | { readonly kind: 'counted'; readonly challenge: Challenge; readonly digest: Digest };

export interface SubmitOptions {
  /** Asked before the verification, and again each time that the vote is about to be recorded. */
  readonly use: () => Promise<UseContext>;
  /** Called once, after the verification. */
  readonly now: () => Instant;
  readonly signal: AbortSignal;
}

/**
 * What else the settling commit writes, so that a decision and its consequence are one commit with no state between them.
 * May be called again after a conflict.
 */
export type SettlementWrites = (
  challenge: Challenge,
  digest: Digest,
  decision: Decision,
) => Promise<readonly StreamWrite[]>;

export interface ConsentBrokerParts {
  readonly journal: Journal;
  readonly verifiers: VerifierRegistry;
  readonly audience: string;
  readonly settlementWrites: SettlementWrites;
  readonly faults: FaultInjector;
}

// Each lost race means that somebody else's vote was recorded; a handful of rounds outlasts any honest crowd of voters.
const MAX_ROUNDS = 32;

/** Takes signed decisions: verifies outside any lock, then records vote, nonce, settlement and consequence in one commit. */
export class ConsentBroker {
  readonly #parts: ConsentBrokerParts;

  constructor(parts: ConsentBrokerParts) {
    this.#parts = parts;
  }

  get audience(): string {
    return this.#parts.audience;
  }

  /**
   * Submitting the very same assertion again answers what it led to, whenever that was: a lost answer costs nothing.
   * Whatever is refused has changed nothing: no nonce used, no challenge expired, no limit counted.
   * @throws every code of docs/errors.md under "Consent"
   */
  async submit(wire: Uint8Array | string, { use, now, signal }: SubmitOptions): Promise<Submission> {
    const assertion = decodeAssertion(wire);
    const before = await requireChallenge(this.#parts.journal, assertion.challengeDigest);
    const repeated = submissionOf(before, assertion);
    if (repeated !== undefined) return repeated;

    requireAudience(assertion, before.challenge, this.#parts.audience);
    requireOpen(before);
    requireUsable(before.challenge, await use());
    const { principal, keyId } = await this.#parts.verifiers.verify(assertion, before.challenge, {
      purpose: 'live',
      signal,
    });
    await this.#parts.faults('consent.verified');

    const at = now();
    const vote: Vote = { assertion, assertionDigest: assertionDigest(assertion), principal, keyId };
    return await this.#record(vote, at, use);
  }

  /** Verifies a vote that is on record once more. @throws as `VerifierRegistry.verify` */
  async verifyRecorded(assertion: Assertion, challenge: Challenge, signal: AbortSignal): Promise<void> {
    await this.#parts.verifiers.verify(assertion, challenge, { purpose: 'record', signal });
  }

  async #record(vote: Vote, at: Instant, use: SubmitOptions['use']): Promise<Submission> {
    const { journal, settlementWrites, faults } = this.#parts;
    for (let round = 1; ; round += 1) {
      const record = await requireChallenge(journal, vote.assertion.challengeDigest);
      const repeated = submissionOf(record, vote.assertion);
      if (repeated !== undefined) return repeated;

      const present = await use();
      requireUsable(record.challenge, present);
      requireLive(vote.assertion, record.challenge, at);
      const { write, decision } = castVote(record, vote, nonceKey(vote.assertion));
      try {
        const consequences =
          decision === undefined ? [] : await settlementWrites(record.challenge, record.digest, decision);
        await faults('consent.deciding');
        await journal.commit([write, ...consequences], { at, guards: [present.policyGuard] });
        await faults('consent.decided');
        return submission(record, decision);
      } catch (error) {
        if (isCountersignError(error, 'claim-taken')) {
          throw new CountersignError('assertion-nonce-used', { cause: error });
        }
        if (!isCountersignError(error, 'revision-conflict') || round === MAX_ROUNDS) throw error;
      }
    }
  }
}

function submissionOf(record: ChallengeRecord, assertion: Assertion): Submission | undefined {
  const digest = assertionDigest(assertion);
  if (!record.votes.some((vote) => vote.assertionDigest === digest)) return undefined;
  return submission(record, record.status.kind === 'settled' ? record.status.decision : undefined);
}

function submission({ challenge, digest }: ChallengeRecord, decision: Decision | undefined): Submission {
  return decision === undefined
    ? { kind: 'counted', challenge, digest }
    : { kind: 'settled', decision, challenge, digest };
}
