// SPDX-License-Identifier: Apache-2.0
import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { parseAuthenticatorId, parsePrincipalId, type ConsentSigner } from '@countersign/core';
import { keyIdOf, type Holder } from './p256-verifier.js';

/** The person's side, with a key in memory where a hardware token would hold it. */
export class P256Signer implements ConsentSigner {
  readonly authenticatorId = parseAuthenticatorId('p256');
  readonly principal;
  readonly holder: Holder;
  readonly #privateKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

  constructor(name: string) {
    this.principal = parsePrincipalId(name);
    const publicKeyPem = createPublicKey(this.#privateKey).export({ type: 'spki', format: 'pem' }).toString();
    this.holder = { principal: this.principal, publicKeyPem };
  }

  async sign(signingBytes: Uint8Array): Promise<string> {
    const key = { key: this.#privateKey, dsaEncoding: 'ieee-p1363' } as const;
    const signature = sign('sha256', signingBytes, key).toString('base64url');
    return await Promise.resolve(`${keyIdOf(this.holder.publicKeyPem)}.${signature}`);
  }
}
