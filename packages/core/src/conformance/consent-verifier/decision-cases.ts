// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import type { Assertion, UnsignedAssertion } from '../../consent/assertion.js';
import type { VerificationRequest } from '../../consent/consent-verifier.js';
import type { ErrorCode } from '../../errors/index.js';
import { parseAuthenticatorId } from '../../ids.js';
import { parseInstant } from '../../instant.js';
import type { ConformanceKit } from '../conformance-test.js';
import {
  BAD_PROOF,
  BAD_SIGNATURE,
  UNTRUSTED_KEY,
  requirePrincipal,
  requireRefusal,
  type ConsentVerifierHarness,
} from './harness.js';
import {
  NO_PROOFS,
  changedFields,
  extendedProofs,
  flippedProofs,
  reencodedProofs,
  requestFor,
  signSample,
  truncatedProofs,
} from './samples.js';

/** Cases for signed decisions, which every verifier must pass. */
export function decisionCases(harness: ConsentVerifierHarness): ConformanceKit {
  const { verifier, signer, otherSigner, untrustedSigner } = harness;
  const refuses = (request: VerificationRequest, codes: readonly ErrorCode[]) =>
    requireRefusal(verifier.verify(request), request, codes);
  const fields = Object.entries(changedFields(otherSigner.principal)) as [keyof UnsignedAssertion, string][];

  return (test) => {
    test('the authenticator id is well-formed, stable and that of the signers', async () => {
      assert.equal(parseAuthenticatorId(verifier.authenticatorId), verifier.authenticatorId);
      assert.equal(signer.authenticatorId, verifier.authenticatorId);
      assert.equal(otherSigner.authenticatorId, verifier.authenticatorId);
    });

    test('a good proof of either decision gives the configured principal and a key id', async () => {
      for (const decision of ['granted', 'denied'] as const) {
        requirePrincipal(await verifier.verify(requestFor(await signSample(signer, { decision }))), signer);
      }
    });

    test('two people are two principals with two keys', async () => {
      const one = await verifier.verify(requestFor(await signSample(signer)));
      const other = await verifier.verify(requestFor(await signSample(otherSigner)));
      requirePrincipal(other, otherSigner);
      assert.notEqual(one.principal, other.principal);
      assert.notEqual(one.keyId, other.keyId);
    });

    test('A08 instants of any legal form are covered as they were written', async () => {
      for (const text of [
        '2026-08-02t12:31:00z',
        `2026-08-02T12:31:00.${'0'.repeat(63)}1-07:00`,
        '1990-12-31T23:59:60Z',
      ]) {
        const instant = parseInstant(text);
        const assertion = await signSample(signer, { issuedAt: instant, expiresAt: instant });
        requirePrincipal(await verifier.verify(requestFor(assertion)), signer);
      }
    });

    test('A46 a good proof verifies for the record', async () => {
      const assertion = await signSample(signer);
      requirePrincipal(await verifier.verify(requestFor(assertion, { purpose: 'record' })), signer);
    });

    for (const [field, value] of fields) {
      test(`A42 refuses an assertion whose ${field} was changed after signing`, async () => {
        const assertion = { ...(await signSample(signer)), [field]: value } as Assertion;
        await refuses(requestFor(assertion), BAD_SIGNATURE);
        await refuses(requestFor(assertion, { purpose: 'record' }), BAD_SIGNATURE);
      });
    }

    test('A42 refuses the proof of another assertion', async () => {
      const [mine, others] = [await signSample(signer), await signSample(otherSigner)];
      await refuses(requestFor({ ...mine, proof: others.proof }), BAD_SIGNATURE);
      const again = await signSample(signer, { decision: 'denied' });
      await refuses(requestFor({ ...mine, proof: again.proof }), BAD_SIGNATURE);
    });

    const damages: readonly (readonly [string, (proof: string) => readonly string[]])[] = [
      ['with a single bit changed', flippedProofs],
      ['that was cut short', truncatedProofs],
      ['that was extended', extendedProofs],
      ['in another encoding', reencodedProofs],
      ['that never was one', () => NO_PROOFS],
    ];
    for (const [name, damage] of damages) {
      test(`A42 refuses a proof ${name}`, async () => {
        const assertion = await signSample(signer);
        for (const proof of damage(assertion.proof)) {
          await refuses(requestFor({ ...assertion, proof }), BAD_PROOF);
        }
      });
    }

    test('A42 refuses a key that is not trusted, whoever it claims to be', async () => {
      for (const principal of [untrustedSigner.principal, signer.principal]) {
        await refuses(requestFor(await signSample(untrustedSigner, { principal })), UNTRUSTED_KEY);
      }
    });

    test('A42 a claimed principal is never believed: the key says who signed', async () => {
      const assertion = await signSample(signer, { principal: otherSigner.principal });
      requirePrincipal(await verifier.verify(requestFor(assertion)), signer);
    });

    test('verifying again gives the same answer, whatever was refused in between', async () => {
      const request = requestFor(await signSample(signer));
      const first = await verifier.verify(request);
      for (let round = 0; round < 3; round += 1) {
        const forged: Assertion = { ...request.assertion, decision: 'denied' };
        await refuses(requestFor(forged), BAD_SIGNATURE);
        assert.deepEqual(await verifier.verify(request), first);
      }
    });

    test('the arguments are left as they were', async () => {
      const request = requestFor(Object.freeze(await signSample(signer)));
      const before = Uint8Array.from(request.signingBytes);
      requirePrincipal(await verifier.verify(Object.freeze(request)), signer);
      assert.ok(Buffer.from(before).equals(request.signingBytes), 'the signing bytes were changed');
    });

    test('concurrent verifications do not mix', async () => {
      const rounds = Array.from({ length: 16 }, async () => {
        const [mine, others] = [await signSample(signer), await signSample(otherSigner)];
        const forged: Assertion = { ...mine, decision: 'denied' };
        const [one, other] = await Promise.all([
          verifier.verify(requestFor(mine)),
          verifier.verify(requestFor(others)),
          refuses(requestFor(forged), BAD_SIGNATURE),
        ]);
        requirePrincipal(one, signer);
        requirePrincipal(other, otherSigner);
      });
      await Promise.all(rounds);
    });

    test('an aborted call is answered with `aborted`', async () => {
      const request = requestFor(await signSample(signer), { signal: AbortSignal.abort() });
      await refuses(request, ['aborted']);
    });
  };
}
