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
 * @throws `value-not-encodable` for non-finite numbers, lone surrogates, or values that JSON has no form for;
 *   `json-too-large` when nested too deeply
 */
export function canonicalJson(value: JsonValue): string {
  requireEncodable(value, 0);
  const text = canonicalize(value);
  if (text === undefined) throw new CountersignError('value-not-encodable');
  return text;
}

/** `depth` is the number of arrays and objects around the value, so that writing and reading share one limit. */
function requireEncodable(value: unknown, depth: number): void {
  if (value === null || typeof value === 'boolean') return;
  if (typeof value === 'number' && Number.isFinite(value)) return;
  if (typeof value === 'string' && value.isWellFormed()) return;
  if (!Array.isArray(value) && !isPlainObject(value)) {
    throw new CountersignError('value-not-encodable', { details: { type: typeof value } });
  }
  if (depth === MAX_JSON_DEPTH) throw new CountersignError('json-too-large', { details: { maxDepth: MAX_JSON_DEPTH } });
  // `for of` visits the holes of a sparse array, which `forEach` skips: they would be written as `[,]`.
  if (Array.isArray(value)) {
    for (const item of value) requireEncodable(item, depth + 1);
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    requireEncodable(key, depth + 1);
    requireEncodable(item, depth + 1);
  }
}

/**
 * An object literal of any realm. A class instance is not one: a Map would be written as `{}`, and a `toJSON` would put
 * something in its place that was never checked.
 */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
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
