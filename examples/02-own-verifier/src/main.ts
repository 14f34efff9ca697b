// SPDX-License-Identifier: Apache-2.0
import { consentVerifierConformance, failedCases } from '@countersign/core/conformance';
import { P256Signer } from './p256-signer.js';
import { P256Verifier } from './p256-verifier.js';

const signer = new P256Signer('approver');
const otherSigner = new P256Signer('release-manager');
const untrustedSigner = new P256Signer('stranger');

// #region kit
const verifier = new P256Verifier([signer.holder, otherSigner.holder]);
const kit = consentVerifierConformance({ verifier, signer, otherSigner, untrustedSigner });
// #endregion kit

let cases = 0;
kit(() => (cases += 1));
const failed = await failedCases(kit);
console.log(`${String(cases - failed.length)} of ${String(cases)} conformance cases passed`);
for (const { name } of failed) console.log(`failed: ${name}`);
if (failed.length > 0 || cases === 0) process.exitCode = 1;
