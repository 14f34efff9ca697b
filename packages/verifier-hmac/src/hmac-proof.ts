// SPDX-License-Identifier: Apache-2.0
import { createHmac, type KeyObject } from 'node:crypto';
import { CountersignError } from '@countersign/core';
import { decodeBase64url } from './base64url.js';

const PROOF = /^([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_-]{43})$/;

export function hmacSha256(secret: KeyObject, bytes: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(bytes).digest();
}

/** `<key id>.<32 bytes in unpadded base64url>` */
export function formatProof(keyId: string, mac: Uint8Array): string {
  return `${keyId}.${Buffer.from(mac).toString('base64url')}`;
}

/** @throws `proof-malformed`, also for base64url whose unused bits are not zero: there is one text per proof */
export function parseProof(proof: string): { readonly keyId: string; readonly mac: Uint8Array } {
  const [, keyId = '', text = ''] = PROOF.exec(proof) ?? [];
  const mac = decodeBase64url(text);
  if (keyId === '' || mac === undefined) throw new CountersignError('proof-malformed');
  return { keyId, mac };
}
