// SPDX-License-Identifier: Apache-2.0
import { createSecretKey, type KeyObject } from 'node:crypto';
import { parseAuthenticatorId, type AuthenticatorId, type ConsentSigner, type PrincipalId } from '@countersign/core';
import { requireHmacKey, type HmacKey } from './hmac-key.js';
import { formatProof, hmacSha256 } from './hmac-proof.js';

export interface HmacSignerOptions {
  readonly key: HmacKey;
  /** As the verifier's; default `hmac`. */
  readonly authenticatorId?: string;
}

/** Signs with a shared key. It keeps its own copy of the secret, out of reach of `inspect` and JSON. */
export class HmacSigner implements ConsentSigner {
  readonly authenticatorId: AuthenticatorId;
  readonly principal: PrincipalId;
  readonly keyId: string;
  readonly #secret: KeyObject;

  /** @throws `key-invalid`, `identifier-invalid` */
  constructor({ key, authenticatorId = 'hmac' }: HmacSignerOptions) {
    requireHmacKey(key);
    this.authenticatorId = parseAuthenticatorId(authenticatorId);
    this.principal = key.principal;
    this.keyId = key.keyId;
    this.#secret = createSecretKey(key.secret);
  }

  async sign(signingBytes: Uint8Array): Promise<string> {
    return formatProof(this.keyId, hmacSha256(this.#secret, signingBytes));
  }
}
