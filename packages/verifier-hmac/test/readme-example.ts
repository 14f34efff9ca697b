// SPDX-License-Identifier: Apache-2.0
// #region example
import { parsePrincipalId } from '@countersign/core';
import { HmacSigner, HmacVerifier, decodeHmacKey, encodeHmacKey, generateHmacKey } from '@countersign/verifier-hmac';

const key = generateHmacKey(parsePrincipalId('release-manager'));
const stored = encodeHmacKey(key); // one line, for a file of mode 0600

const signer = new HmacSigner({ key: decodeHmacKey(stored) });
const verifier = new HmacVerifier({ keys: [{ ...key, status: { kind: 'active' } }] });

const signingBytes = Buffer.from('countersign/example/v1\n{}');
const proof = await signer.sign(signingBytes);
const signal = AbortSignal.timeout(5_000);
const { principal, keyId } = await verifier.verifySignature({ signingBytes, proof, purpose: 'live', signal });
console.log(`${principal} signed with ${keyId}`);
// #endregion example
