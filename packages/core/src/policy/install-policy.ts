// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { JsonValue } from '../canonical-json.js';
import { digestOf } from '../digest.js';
import { CountersignError } from '../errors/index.js';
import type { Digest } from '../ids.js';

/** How a decision is asked for; copied into each challenge. */
export interface ConsentTerms {
  /** Different people who must grant. */
  readonly approvals: number;
  /** How long a challenge stays open: a second to 366 days. */
  readonly challengeLifetimeMs: number;
  /** Longest validity of an assertion: a second to 31 days. */
  readonly maxValidityMs: number;
  /** How far a signer's clock may be ahead: up to an hour. */
  readonly clockSkewMs: number;
}

/** What decides when a capability is proposed. */
export type InstallMode =
  | { readonly kind: 'ask' }
  /**
   * Whoever set this agreed to everything in one release of the catalog and to nothing else: a changed catalog is asked
   * for, so that writing to the catalog is not a way to install.
   */
  | { readonly kind: 'preapproved'; readonly release: Digest }
  | { readonly kind: 'never' };

export interface InstallPolicy {
  readonly schema: 'countersign/policy/v1';
  readonly mode: InstallMode;
  readonly terms: ConsentTerms;
}

/** What policy says of one proposal. */
export type PolicyVerdict = 'ask' | 'preapproved' | 'forbidden';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Where nothing is stored: ask one person each time, for up to seven days. */
export const DEFAULT_POLICY: InstallPolicy = {
  schema: 'countersign/policy/v1',
  mode: { kind: 'ask' },
  terms: { approvals: 1, challengeLifetimeMs: 7 * DAY_MS, maxValidityMs: HOUR_MS, clockSkewMs: 30 * SECOND_MS },
};

// With an upper bound on each, every time that is counted from now can be written as an instant.
const policyShape = z.strictObject({
  schema: z.literal('countersign/policy/v1'),
  mode: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('ask') }),
    z.strictObject({ kind: z.literal('preapproved'), release: z.string().regex(/^[0-9a-f]{64}$/) }),
    z.strictObject({ kind: z.literal('never') }),
  ]),
  terms: z.strictObject({
    approvals: z.int().min(1).max(100),
    challengeLifetimeMs: z
      .int()
      .min(SECOND_MS)
      .max(366 * DAY_MS),
    maxValidityMs: z
      .int()
      .min(SECOND_MS)
      .max(31 * DAY_MS),
    clockSkewMs: z.int().min(0).max(HOUR_MS),
  }),
});

/** Reads a policy from its JSON value. @throws `policy-invalid` */
export function readPolicy(value: JsonValue): InstallPolicy {
  const parsed = policyShape.safeParse(value);
  if (!parsed.success) throw new CountersignError('policy-invalid');
  return parsed.data as InstallPolicy;
}

export function policyDigest(policy: InstallPolicy): Digest {
  return digestOf('policy', policy as unknown as JsonValue);
}

/** The whole decision, pure. `release` is the root of the catalog that proposes. */
export function evaluatePolicy({ mode }: InstallPolicy, release: Digest): PolicyVerdict {
  switch (mode.kind) {
    case 'ask':
      return 'ask';
    case 'preapproved':
      return mode.release === release ? 'preapproved' : 'ask';
    case 'never':
      return 'forbidden';
  }
}
