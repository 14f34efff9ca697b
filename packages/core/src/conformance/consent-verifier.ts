// SPDX-License-Identifier: Apache-2.0
import type { ConformanceKit } from './conformance-test.js';
import { decisionCases } from './consent-verifier/decision-cases.js';
import type { ConsentVerifierHarness } from './consent-verifier/harness.js';
import { retiredKeyCases } from './consent-verifier/retired-key-cases.js';
import { signatureCases } from './consent-verifier/signature-cases.js';

/**
 * The contract of `ConsentVerifier` as test cases with stable names. What a verifier offers beyond decisions is read from
 * the verifier itself; retired keys are covered where the harness can make one.
 */
export function consentVerifierConformance(harness: ConsentVerifierHarness): ConformanceKit {
  const { verifier, retiredSigner } = harness;
  return (test) => {
    decisionCases(harness)(test);
    if (retiredSigner !== undefined) retiredKeyCases(verifier, retiredSigner)(test);
    const verifySignature = verifier.verifySignature?.bind(verifier);
    if (verifySignature !== undefined) signatureCases(harness, verifySignature)(test);
  };
}
