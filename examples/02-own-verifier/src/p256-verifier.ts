// SPDX-License-Identifier: Apache-2.0
import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';
import {
  CountersignError,
  parseAuthenticatorId,
  tokens,
  type ConsentVerifier,
  type Plugin,
  type PrincipalId,
  type SignatureRequest,
  type VerifiedPrincipal,
} from '@countersign/core';

/** A person and the key that a hardware token holds for them. */
export interface Holder {
  readonly principal: PrincipalId;
  /** SPKI PEM of an ECDSA key on P-256. */
  readonly publicKeyPem: string;
}

/** ECDSA on P-256 with SHA-256 (FIPS 186-5); a proof is `<key id>.<base64url of r and s>`. */
export class P256Verifier implements ConsentVerifier {
  readonly authenticatorId = parseAuthenticatorId('p256');
  readonly #keys: ReadonlyMap<string, { readonly principal: PrincipalId; readonly key: KeyObject }>;

  constructor(holders: readonly Holder[]) {
    this.#keys = new Map(
      holders.map(({ principal, publicKeyPem }) => [
        keyIdOf(publicKeyPem),
        { principal, key: importKey(publicKeyPem) },
      ]),
    );
  }

  async verify(request: SignatureRequest): Promise<VerifiedPrincipal> {
    if (request.signal.aborted) throw new CountersignError('aborted');
    const [, keyId, signature] = /^([0-9a-f]{16})\.([A-Za-z0-9_-]{86})$/.exec(request.proof) ?? [];
    if (keyId === undefined || signature === undefined) throw new CountersignError('proof-malformed');
    const bytes = Buffer.from(signature, 'base64url');
    // 64 bytes have four spellings in base64url; only one of them is a proof.
    if (bytes.toString('base64url') !== signature) throw new CountersignError('proof-malformed');
    const holder = this.#keys.get(keyId);
    if (holder === undefined) throw new CountersignError('key-unknown');
    const key = { key: holder.key, dsaEncoding: 'ieee-p1363' } as const;
    if (!verify('sha256', request.signingBytes, key, bytes)) throw new CountersignError('proof-invalid');
    return { principal: holder.principal, keyId };
  }
}

/** The plugin: all that a stack needs in order to accept these signatures. */
export function p256Verifier(holders: readonly Holder[]): Plugin {
  return {
    name: 'p256-verifier',
    register: (registry) => registry.bindMany(tokens.consentVerifiers, 'p256', () => new P256Verifier(holders)),
  };
}

export function keyIdOf(publicKeyPem: string): string {
  const spki = createPublicKey(publicKeyPem).export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(spki).digest('hex').slice(0, 16);
}

function importKey(publicKeyPem: string): KeyObject {
  const key = createPublicKey(publicKeyPem);
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new CountersignError('key-invalid');
  return key;
}
