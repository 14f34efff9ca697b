// SPDX-License-Identifier: Apache-2.0
import {
  CountersignError,
  canonicalJson,
  parseJson,
  parsePrincipalId,
  systemRandomness,
  type JsonObject,
  type JsonValue,
  type PrincipalId,
  type Randomness,
} from '@countersign/core';
import { decodeBase64url } from './base64url.js';

/** A shared key of one person. Whoever holds the secret can sign as that person. */
export interface HmacKey {
  /** Names the key in proofs and in the record: `[A-Za-z0-9_-]`, 1-64 characters. Not secret. */
  readonly keyId: string;
  readonly principal: PrincipalId;
  /** At least 32 random bytes. */
  readonly secret: Uint8Array;
}

/** RFC 2104 advises against secrets that are shorter than the hash. */
export const MIN_SECRET_BYTES = 32;

const SCHEMA = 'countersign/hmac-key/v1';
const MAX_TEXT_BYTES = 4096;
const KEY_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** A fresh key: 64 random bits of name, 256 random bits of secret. */
export function generateHmacKey(principal: PrincipalId, randomness: Randomness = systemRandomness): HmacKey {
  return {
    keyId: Buffer.from(randomness.bytes(8)).toString('hex'),
    principal,
    secret: randomness.bytes(MIN_SECRET_BYTES),
  };
}

/** @throws `key-invalid`, `identifier-invalid` */
export function requireHmacKey({ keyId, principal, secret }: HmacKey): void {
  if (!KEY_ID.test(keyId)) throw invalid('key-id');
  parsePrincipalId(principal);
  // Written so that a secret without a length, such as a text from plain JavaScript, is refused too.
  if (!(secret.byteLength >= MIN_SECRET_BYTES)) throw invalid('secret-too-short');
}

/** One line of canonical JSON with the secret in base64url. Keep it in a file of mode 0600. @throws as `requireHmacKey` */
export function encodeHmacKey(key: HmacKey): string {
  requireHmacKey(key);
  const { keyId, principal, secret } = key;
  return `${canonicalJson({ schema: SCHEMA, keyId, principal, secret: Buffer.from(secret).toString('base64url') })}\n`;
}

/** Reads what `encodeHmacKey` wrote. @throws `key-invalid`, `identifier-invalid` */
export function decodeHmacKey(text: string): HmacKey {
  const { schema, keyId, principal, secret, ...rest } = readObject(text);
  if (schema !== SCHEMA || Object.keys(rest).length > 0) throw invalid('shape');
  if (typeof keyId !== 'string' || typeof principal !== 'string' || typeof secret !== 'string') throw invalid('shape');
  const bytes = decodeBase64url(secret);
  if (bytes === undefined) throw invalid('secret-encoding');
  const key: HmacKey = { keyId, principal: parsePrincipalId(principal), secret: bytes };
  requireHmacKey(key);
  return key;
}

export function invalid(reason: string): CountersignError {
  return new CountersignError('key-invalid', { details: { reason } });
}

function readObject(text: string): JsonObject {
  const value = readJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid('shape');
  return value as JsonObject;
}

function readJson(text: string): JsonValue {
  try {
    return parseJson(text, MAX_TEXT_BYTES);
  } catch {
    // No cause: the messages of JSON.parse quote the text, which is the secret.
    throw invalid('shape');
  }
}
