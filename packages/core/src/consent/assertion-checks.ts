// SPDX-License-Identifier: Apache-2.0
import { CountersignError } from '../errors/index.js';
import type { Digest, WorkspaceId } from '../ids.js';
import { addMilliseconds, compareInstants, type Instant } from '../instant.js';
import type { StreamGuard } from '../journal/engine-store.js';
import type { Assertion } from './assertion.js';
import type { Challenge } from './challenge.js';

/** What must hold where the decision is used, read at the time of use. */
export interface UseContext {
  readonly workspaceId: WorkspaceId | undefined;
  readonly releaseRoot: Digest;
  readonly policyDigest: Digest;
  /** Fails the commit when the policy changes before it. */
  readonly policyGuard: StreamGuard;
}

/**
 * The challenge still speaks of this workspace, this release and this policy.
 * @throws `challenge-wrong-workspace`, `challenge-wrong-release`, `challenge-wrong-policy`
 */
export function requireUsable(challenge: Challenge, use: UseContext): void {
  if (challenge.workspaceId !== use.workspaceId) throw new CountersignError('challenge-wrong-workspace');
  if (challenge.releaseRoot !== use.releaseRoot) throw new CountersignError('challenge-wrong-release');
  if (challenge.policyDigest !== use.policyDigest) throw new CountersignError('challenge-wrong-policy');
}

/** @throws `assertion-wrong-audience` */
export function requireAudience(assertion: Assertion, challenge: Challenge, audience: string): void {
  if (assertion.audience !== audience || challenge.audience !== audience) {
    throw new CountersignError('assertion-wrong-audience');
  }
}

/**
 * Both documents are live at `now`. The bounds are exact: valid from `issuedAt` (less the allowed skew) to before `expiresAt`.
 * @throws `challenge-expired`, `assertion-validity-too-long`, `assertion-not-yet-valid`, `assertion-expired`
 */
export function requireLive(assertion: Assertion, { rules, expiresAt }: Challenge, now: Instant): void {
  if (compareInstants(now, expiresAt) >= 0) throw new CountersignError('challenge-expired');
  const longest = addMilliseconds(assertion.issuedAt, rules.maxValidityMs);
  if (
    compareInstants(assertion.expiresAt, longest) > 0 ||
    compareInstants(assertion.expiresAt, assertion.issuedAt) <= 0
  ) {
    throw new CountersignError('assertion-validity-too-long');
  }
  if (compareInstants(assertion.issuedAt, addMilliseconds(now, rules.clockSkewMs)) > 0) {
    throw new CountersignError('assertion-not-yet-valid');
  }
  if (compareInstants(now, assertion.expiresAt) >= 0) throw new CountersignError('assertion-expired');
}
