// SPDX-License-Identifier: Apache-2.0
import { describe, test } from '@jest/globals';
import { parsePrincipalId } from '@countersign/core';
import { consentVerifierConformance } from '@countersign/core/conformance';
import { HmacSigner, HmacVerifier, generateHmacKey } from '@countersign/verifier-hmac';

describe('HmacVerifier keeps the contract of ConsentVerifier', () => {
  const approver = generateHmacKey(parsePrincipalId('approver'));
  const releaseManager = generateHmacKey(parsePrincipalId('release-manager'));
  const former = generateHmacKey(parsePrincipalId('former-approver'));
  const stranger = generateHmacKey(parsePrincipalId('stranger'));

  consentVerifierConformance({
    verifier: new HmacVerifier({
      keys: [
        { ...approver, status: { kind: 'active' } },
        { ...releaseManager, status: { kind: 'active' } },
        { ...former, status: { kind: 'retired' } },
      ],
    }),
    signer: new HmacSigner({ key: approver }),
    otherSigner: new HmacSigner({ key: releaseManager }),
    untrustedSigner: new HmacSigner({ key: stranger }),
    retiredSigner: new HmacSigner({ key: former }),
  })(test);
});
