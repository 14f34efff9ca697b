// SPDX-License-Identifier: Apache-2.0
import type { Assertion } from '../../consent/assertion.js';
import type { ConsentSigner, ConsentVerifier } from '../../consent/consent-verifier.js';
import type { ConformanceKit } from '../conformance-test.js';
import { BAD_SIGNATURE, requirePrincipal, requireRefusal } from './harness.js';
import { requestFor, signSample } from './samples.js';

/** Cases for a verifier that can retire keys. */
export function retiredKeyCases(verifier: ConsentVerifier, retiredSigner: ConsentSigner): ConformanceKit {
  return (test) => {
    test('A42 a retired key decides nothing any more', async () => {
      const request = requestFor(await signSample(retiredSigner));
      await requireRefusal(verifier.verify(request), request, ['key-retired']);
    });

    test('A46 what a retired key signed still verifies for the record', async () => {
      const request = requestFor(await signSample(retiredSigner), { purpose: 'record' });
      requirePrincipal(await verifier.verify(request), retiredSigner);
    });

    test('A42 a forger does not learn that a key is retired', async () => {
      const forged: Assertion = { ...(await signSample(retiredSigner)), decision: 'denied' };
      for (const purpose of ['live', 'record'] as const) {
        const request = requestFor(forged, { purpose });
        await requireRefusal(verifier.verify(request), request, BAD_SIGNATURE);
      }
    });
  };
}
