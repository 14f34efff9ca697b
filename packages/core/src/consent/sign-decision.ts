// SPDX-License-Identifier: Apache-2.0
import { addMilliseconds, type Instant } from '../instant.js';
import type { Randomness } from '../randomness.js';
import { assertionSigningBytes, type Assertion, type Decision, type UnsignedAssertion } from './assertion.js';
import { challengeDigest, type Challenge } from './challenge.js';
import type { ConsentSigner } from './consent-verifier.js';

export interface SignDecisionOptions {
  readonly signer: ConsentSigner;
  readonly now: Instant;
  readonly randomness: Randomness;
  /** Shorter than the challenge allows, if wished; in milliseconds. */
  readonly validityMs?: number;
}

/** Makes the assertion that a person submits. Showing the challenge to that person first is the caller's duty. */
export async function signDecision(
  challenge: Challenge,
  decision: Decision,
  { signer, now, randomness, validityMs = challenge.rules.maxValidityMs }: SignDecisionOptions,
): Promise<Assertion> {
  const unsigned: UnsignedAssertion = {
    schema: 'countersign/assertion/v1',
    challengeDigest: challengeDigest(challenge),
    decision,
    principal: signer.principal,
    authenticatorId: signer.authenticatorId,
    audience: challenge.audience,
    nonce: Buffer.from(randomness.bytes(16)).toString('hex'),
    issuedAt: now,
    expiresAt: addMilliseconds(now, validityMs),
  };
  return { ...unsigned, proof: await signer.sign(assertionSigningBytes(unsigned)) };
}
