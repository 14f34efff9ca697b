// SPDX-License-Identifier: Apache-2.0
import type { MatchReason } from '../catalog/matcher.js';
import type { Challenge } from '../consent/challenge.js';
import { deepFreeze } from '../deep-freeze.js';
import { CountersignError, ERROR_CATALOG, type ErrorCode } from '../errors/index.js';
import type { CapabilityId, Digest } from '../ids.js';

/** A capability whose exposed bytes were proved in this call, for the host that asked. */
export interface AvailableCapability {
  readonly capabilityId: CapabilityId;
  readonly manifestDigest: Digest;
  readonly folder: string;
}

/** An open challenge. Its digest is what a person signs. */
export interface PendingChallenge {
  readonly capabilityId: CapabilityId;
  readonly digest: Digest;
  readonly challenge: Challenge;
}

/**
 * Where nobody can decide (no verifier is installed): advice to the host to tell its user. It is not resumable and has no
 * action id, so that no answer to it can become authority.
 */
export interface ConsentDirective {
  readonly kind: 'recommendation';
  readonly capabilityId: CapabilityId;
  readonly title: string;
  readonly reasons: readonly MatchReason[];
}

export interface Denial {
  readonly capabilityId: CapabilityId;
  readonly by: 'person' | 'policy';
}

export interface Failure {
  readonly code: ErrorCode;
  readonly capabilityId: CapabilityId | null;
  readonly retryable: boolean;
  readonly remedy: string;
}

export type ReconcileStatus = 'available' | 'consent-required' | 'denied' | 'abstained' | 'failed';

/** The answer of one `reconcile`: deeply frozen, holds no path, no secret and no foreign text. */
export interface ReconcileOutcome {
  readonly status: ReconcileStatus;
  readonly available: readonly AvailableCapability[];
  readonly challenges: readonly PendingChallenge[];
  readonly directives: readonly ConsentDirective[];
  readonly denials: readonly Denial[];
  readonly failure: Failure | null;
  /** Changes exactly when managed state changes; null when the state could not be read. */
  readonly epoch: Digest | null;
}

/** What happened, from which the status follows. */
export type OutcomeFacts = Omit<ReconcileOutcome, 'status' | 'failure'> & {
  readonly failure: { readonly code: ErrorCode; readonly capabilityId: CapabilityId | null } | null;
};

/**
 * Derives the status and freezes the outcome. The worst news wins, so a host never overlooks it; what is available is
 * listed beside it.
 * @throws `internal` when facts exclude each other
 */
export function createOutcome(facts: OutcomeFacts): ReconcileOutcome {
  if (facts.challenges.length > 0 && facts.directives.length > 0) {
    throw new CountersignError('internal', { details: { reason: 'challenges and directives exclude each other' } });
  }
  const failure = facts.failure === null ? null : describeFailure(facts.failure);
  return deepFreeze({ status: statusOf(facts), ...facts, failure });
}

function statusOf({ failure, challenges, directives, available, denials }: OutcomeFacts): ReconcileStatus {
  if (failure !== null) return 'failed';
  if (challenges.length > 0 || directives.length > 0) return 'consent-required';
  if (denials.length > 0) return 'denied';
  return available.length > 0 ? 'available' : 'abstained';
}

function describeFailure({ code, capabilityId }: { code: ErrorCode; capabilityId: CapabilityId | null }): Failure {
  const { retryable, remedy } = ERROR_CATALOG[code];
  return { code, capabilityId, retryable, remedy };
}
