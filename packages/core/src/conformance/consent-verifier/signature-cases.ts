// SPDX-License-Identifier: Apache-2.0
import type { SignatureRequest, VerifiedPrincipal } from '../../consent/consent-verifier.js';
import type { ErrorCode } from '../../errors/index.js';
import type { ConformanceKit } from '../conformance-test.js';
import {
  BAD_PROOF,
  BAD_SIGNATURE,
  UNTRUSTED_KEY,
  requirePrincipal,
  requireRefusal,
  type ConsentVerifierHarness,
} from './harness.js';
import { changedBytes, flippedProofs, signOtherBytes, truncatedProofs } from './samples.js';

/** Cases for a verifier whose keys can also sign what is no decision, such as a checkpoint. */
export function signatureCases(
  { signer, otherSigner, untrustedSigner, retiredSigner }: ConsentVerifierHarness,
  verifySignature: (request: SignatureRequest) => Promise<VerifiedPrincipal>,
): ConformanceKit {
  const refuses = (request: SignatureRequest, codes: readonly ErrorCode[]) =>
    requireRefusal(verifySignature(request), request, codes);

  return (test) => {
    test('A46 a signature over other bytes names its principal, live and for the record', async () => {
      for (const purpose of ['live', 'record'] as const) {
        requirePrincipal(await verifySignature(await signOtherBytes(signer, { purpose })), signer);
        requirePrincipal(await verifySignature(await signOtherBytes(otherSigner, { purpose })), otherSigner);
      }
    });

    test('A42 refuses a signature over other bytes than these', async () => {
      const signed = await signOtherBytes(signer);
      for (const signingBytes of changedBytes(signed.signingBytes)) {
        await refuses({ ...signed, signingBytes }, BAD_SIGNATURE);
      }
    });

    test('A42 refuses a damaged signature over other bytes', async () => {
      const signed = await signOtherBytes(signer);
      for (const proof of [...flippedProofs(signed.proof), ...truncatedProofs(signed.proof)]) {
        await refuses({ ...signed, proof }, BAD_PROOF);
      }
    });

    test('A42 refuses a signature over other bytes by a key that is not trusted', async () => {
      await refuses(await signOtherBytes(untrustedSigner), UNTRUSTED_KEY);
    });

    test('an aborted check of other bytes is answered with `aborted`', async () => {
      await refuses(await signOtherBytes(signer, { signal: AbortSignal.abort() }), ['aborted']);
    });

    if (retiredSigner !== undefined) {
      test('A42 a retired key signs no other bytes any more, and what it signed stays proven', async () => {
        await refuses(await signOtherBytes(retiredSigner), ['key-retired']);
        const old = await signOtherBytes(retiredSigner, { purpose: 'record' });
        requirePrincipal(await verifySignature(old), retiredSigner);
      });
    }
  };
}
