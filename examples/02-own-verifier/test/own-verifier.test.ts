// SPDX-License-Identifier: Apache-2.0
import { describe, test } from '@jest/globals';
import { consentVerifierConformance } from '@countersign/core/conformance';
import { P256Signer } from '../src/p256-signer.js';
import { P256Verifier } from '../src/p256-verifier.js';

describe("an outsider's verifier", () => {
  const signer = new P256Signer('approver');
  const otherSigner = new P256Signer('release-manager');
  const untrustedSigner = new P256Signer('stranger');
  const verifier = new P256Verifier([signer.holder, otherSigner.holder]);
  consentVerifierConformance({ verifier, signer, otherSigner, untrustedSigner })(test);
});
