// SPDX-License-Identifier: Apache-2.0
import { createSecretKey, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto';
import {
  CountersignError,
  parseAuthenticatorId,
  type AuthenticatorId,
  type ConsentVerifier,
  type PrincipalId,
  type SignatureRequest,
  type VerificationRequest,
  type VerifiedPrincipal,
} from '@countersign/core';
import { invalid, requireHmacKey, type HmacKey } from './hmac-key.js';
import { hmacSha256, parseProof } from './hmac-proof.js';

/** `active` decides; `retired` only proves what it signed before. A key that leaked is taken off the list instead. */
export type HmacKeyStatus = { readonly kind: 'active' } | { readonly kind: 'retired' };

export interface TrustedHmacKey extends HmacKey {
  readonly status: HmacKeyStatus;
}

export interface HmacVerifierOptions {
  readonly keys: readonly TrustedHmacKey[];
  /** Default `hmac`. Name it where one installation has several. */
  readonly authenticatorId?: string;
}

interface ImportedKey {
  readonly principal: PrincipalId;
  readonly secret: KeyObject;
  readonly status: HmacKeyStatus;
}

/** Verifies shared-key proofs: HMAC-SHA-256 (RFC 2104) over the signing bytes. */
export class HmacVerifier implements ConsentVerifier {
  readonly authenticatorId: AuthenticatorId;
  readonly #keys: ReadonlyMap<string, ImportedKey>;
  // Stands in for an unknown key, so that the time of an answer does not tell which key ids exist.
  readonly #decoy = createSecretKey(randomBytes(32));

  /** @throws `key-invalid`, `identifier-invalid` */
  constructor({ keys, authenticatorId = 'hmac' }: HmacVerifierOptions) {
    this.authenticatorId = parseAuthenticatorId(authenticatorId);
    this.#keys = importKeys(keys);
  }

  async verify(request: VerificationRequest): Promise<VerifiedPrincipal> {
    return this.verifySignature(request);
  }

  async verifySignature({ signingBytes, proof, purpose, signal }: SignatureRequest): Promise<VerifiedPrincipal> {
    if (signal.aborted) throw new CountersignError('aborted');
    const { keyId, mac } = parseProof(proof);
    const key = this.#keys.get(keyId);
    const matches = timingSafeEqual(mac, hmacSha256(key?.secret ?? this.#decoy, signingBytes));
    if (key === undefined) throw new CountersignError('key-unknown');
    if (!matches) throw new CountersignError('proof-invalid');
    // Last, so that only the holder of the key learns that it was retired.
    if (purpose !== 'record' && key.status.kind !== 'active') throw new CountersignError('key-retired');
    return { principal: key.principal, keyId };
  }
}

function importKeys(keys: readonly TrustedHmacKey[]): ReadonlyMap<string, ImportedKey> {
  const imported = new Map<string, ImportedKey>();
  for (const key of keys) {
    requireHmacKey(key);
    const { keyId, principal, status } = key;
    const secret = createSecretKey(key.secret);
    if (imported.has(keyId)) throw invalid('key-id-duplicate');
    // One secret under two names would let one person count as two.
    if ([...imported.values()].some((other) => other.secret.equals(secret))) throw invalid('secret-duplicate');
    imported.set(keyId, { principal, secret, status });
  }
  return imported;
}
