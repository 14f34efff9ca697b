// SPDX-License-Identifier: Apache-2.0
import canonicalize from 'canonicalize';
import { visit } from 'jsonc-parser';
import { CountersignError } from './errors/index.js';

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** Deeper documents are refused: recursive readers would overflow, and nothing of ours nests so. */
export const MAX_JSON_DEPTH = 64;

/**
 * RFC 8785 canonical JSON, the only encoding that is hashed or signed.
 * @throws `value-not-encodable` for non-finite numbers, lone surrogates, or values that JSON has no form for
 */
export function canonicalJson(value: JsonValue): string {
  requireEncodable(value, 0);
  const text = canonicalize(value);
  if (text === undefined) throw new CountersignError('value-not-encodable');
  return text;
}

function requireEncodable(value: unknown, depth: number): void {
  if (depth > MAX_JSON_DEPTH) throw new CountersignError('json-too-large');
  if (value === null || typeof value === 'boolean') return;
  if (typeof value === 'number' && Number.isFinite(value)) return;
  if (typeof value === 'string' && value.isWellFormed()) return;
  if (Array.isArray(value)) return value.forEach((item) => requireEncodable(item, depth + 1));
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    for (const [key, item] of Object.entries(value)) {
      requireEncodable(key, depth + 1);
      requireEncodable(item, depth + 1);
    }
    return;
  }
  throw new CountersignError('value-not-encodable', { details: { type: typeof value } });
}

/**
 * Reads JSON that people or other programs wrote.
 * @throws `json-too-large`, `json-invalid`, `json-duplicate-key`, `value-not-encodable`
 */
export function parseJson(source: Uint8Array | string, maxBytes: number): JsonValue {
  const text = decodeText(source, maxBytes);
  let value: JsonValue;
  requireSafeStructure(text);
  try {
    value = JSON.parse(text) as JsonValue;
  } catch (cause) {
    throw new CountersignError('json-invalid', { cause });
  }
  requireEncodable(value, 0);
  return value;
}

/**
 * Reads a wire form that must already be canonical, so that there is one byte string per document.
 * @throws as `parseJson`, and `json-not-canonical`
 */
export function parseCanonicalJson(source: Uint8Array | string, maxBytes: number): JsonValue {
  const value = parseJson(source, maxBytes);
  if (canonicalJson(value) !== decodeText(source, maxBytes)) throw new CountersignError('json-not-canonical');
  return value;
}

function decodeText(source: Uint8Array | string, maxBytes: number): string {
  const size = typeof source === 'string' ? Buffer.byteLength(source) : source.byteLength;
  if (size > maxBytes) throw new CountersignError('json-too-large', { details: { maxBytes } });
  if (typeof source === 'string') return source;
  try {
    // ignoreBOM keeps a byte-order mark in the text, where JSON then refuses it.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(source);
  } catch (cause) {
    throw new CountersignError('json-invalid', { cause });
  }
}

/** `JSON.parse` keeps the last of two equal keys in silence; another reader may keep the first. */
function requireSafeStructure(text: string): void {
  const open: Set<string>[] = [];
  let depth = 0;
  const enter = () => {
    depth += 1;
    if (depth > MAX_JSON_DEPTH) throw new CountersignError('json-too-large', { details: { maxDepth: MAX_JSON_DEPTH } });
  };
  visit(text, {
    onObjectBegin: () => {
      enter();
      open.push(new Set());
    },
    onObjectProperty: (key) => {
      const keys = open[open.length - 1];
      if (keys?.has(key)) throw new CountersignError('json-duplicate-key');
      keys?.add(key);
    },
    onObjectEnd: () => {
      depth -= 1;
      open.pop();
    },
    onArrayBegin: enter,
    onArrayEnd: () => {
      depth -= 1;
    },
  });
}
