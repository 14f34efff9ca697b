// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type {
  ConsentSigner,
  ConsentVerifier,
  SignatureRequest,
  VerifiedPrincipal,
} from '../../consent/consent-verifier.js';
import { isCountersignError, type ErrorCode } from '../../errors/index.js';

/** A verifier, and people with and without its trust. One harness serves every case, since verifying changes nothing. */
export interface ConsentVerifierHarness {
  readonly verifier: ConsentVerifier;
  /** A trusted, active key of one person. */
  readonly signer: ConsentSigner;
  /** A trusted, active key of a second person. */
  readonly otherSigner: ConsentSigner;
  /** A sound key that the verifier does not trust. */
  readonly untrustedSigner: ConsentSigner;
  /** A key that was trusted and is retired now, where the verifier can retire keys. */
  readonly retiredSigner?: ConsentSigner;
}

/** Something that was signed is not what is shown. */
export const BAD_SIGNATURE: readonly ErrorCode[] = ['proof-invalid'];
/** The text of the proof is not what the signer made. */
export const BAD_PROOF: readonly ErrorCode[] = ['proof-malformed', 'proof-invalid', 'key-unknown'];
export const UNTRUSTED_KEY: readonly ErrorCode[] = ['key-unknown', 'proof-invalid'];

export function requirePrincipal({ principal, keyId }: VerifiedPrincipal, signer: ConsentSigner): void {
  assert.equal(principal, signer.principal);
  assert.match(keyId, /^[\x21-\x7e]{1,128}$/, 'a key id is 1-128 printable ASCII characters without spaces');
}

/** The answer must be a rejection with one of these codes, and with nothing of the proof in the error. */
export async function requireRefusal(
  answer: Promise<VerifiedPrincipal>,
  { proof }: SignatureRequest,
  codes: readonly ErrorCode[],
): Promise<void> {
  const error = await answer.then(
    () => assert.fail('the verifier answered with a principal'),
    (thrown: unknown) => thrown,
  );
  assert.ok(isCountersignError(error), 'a refusal is a CountersignError');
  assert.ok(codes.includes(error.code), `refused with ${error.code}; expected ${codes.join(', ')}`);
  const tail = proof.slice(-32);
  const told = inspect([error.message, error.details, error.cause], { depth: 8 });
  assert.ok(tail.length < 32 || !told.includes(tail), 'the error holds text of the proof');
}
