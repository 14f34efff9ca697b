// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { canonicalJson, type JsonValue } from './canonical-json.js';
import type { Digest } from './ids.js';

/** What a digest is of. The name enters the hash, so a digest of one kind never stands for another. */
export type DigestType =
  | 'manifest'
  | 'catalog'
  | 'challenge'
  | 'assertion'
  | 'policy'
  | 'record'
  | 'epoch'
  | 'workspace'
  | 'nonce'
  | 'checkpoint';

/** `sha256("countersign/<type>/v1\n" + canonical JSON)`. @throws `value-not-encodable` */
export function digestOf(type: DigestType, value: JsonValue): Digest {
  return sha256(signingBytes(type, value));
}

/** The bytes that are hashed, or signed: a domain tag, a newline, and RFC 8785 JSON in UTF-8. */
export function signingBytes(type: DigestType, value: JsonValue): Uint8Array {
  return Buffer.from(`countersign/${type}/v1\n${canonicalJson(value)}`, 'utf8');
}

/** The digest of a document of which the canonical bytes are at hand. That they are canonical is the caller's to know. */
export function digestOfCanonical(type: DigestType, bytes: Uint8Array): Digest {
  return createHash('sha256').update(`countersign/${type}/v1\n`).update(bytes).digest('hex') as Digest;
}

export function sha256(bytes: Uint8Array | string): Digest {
  return createHash('sha256').update(bytes).digest('hex') as Digest;
}
