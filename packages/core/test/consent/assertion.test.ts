// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import {
  MAX_ASSERTION_BYTES,
  assertionDigest,
  assertionSigningBytes,
  canonicalJson,
  decodeAssertion,
  encodeAssertion,
  parseAuthenticatorId,
  parseDigest,
  parseInstant,
  parsePrincipalId,
  sha256,
  type Assertion,
  type ErrorCode,
  type JsonObject,
  type JsonValue,
} from '@countersign/core';
import { expectCode } from '../formats/expect-code.js';

const ASSERTION: Assertion = {
  schema: 'countersign/assertion/v1',
  challengeDigest: parseDigest('1'.repeat(64)),
  decision: 'granted',
  principal: parsePrincipalId('release-manager'),
  authenticatorId: parseAuthenticatorId('ed25519'),
  audience: 'countersign:example',
  nonce: '00112233445566778899aabbccddeeff',
  issuedAt: parseInstant('2026-08-02T12:30:00Z'),
  expiresAt: parseInstant('2026-08-02T12:35:00.25+00:00'),
  proof: 'key-1.AAAA',
};

const wire = (change: JsonObject): string => canonicalJson({ ...(ASSERTION as unknown as JsonObject), ...change });

describe('the assertion format', () => {
  // The vector that docs/formats gives, written out: another implementation must sign these bytes.
  const SIGNED =
    'countersign/assertion/v1\n' +
    '{"audience":"countersign:example","authenticatorId":"ed25519",' +
    '"challengeDigest":"1111111111111111111111111111111111111111111111111111111111111111",' +
    '"decision":"granted","expiresAt":"2026-08-02T12:35:00.25+00:00","issuedAt":"2026-08-02T12:30:00Z",' +
    '"nonce":"00112233445566778899aabbccddeeff","principal":"release-manager","schema":"countersign/assertion/v1"}';

  test('A46 the signing bytes are exactly these', () => {
    expect(Buffer.from(assertionSigningBytes(ASSERTION)).toString('utf8')).toBe(SIGNED);
    expect(sha256(assertionSigningBytes(ASSERTION))).toBe(
      '816c6e0f5d1dbdb5368f66fef519700c58ff663c188744eff2ce58f07d2e0a88',
    );
  });

  test('A46 the digest covers the proof as well', () => {
    expect(assertionDigest(ASSERTION)).toBe('99f3809c8cbf941f3e3548384ebb2e104b0c1eabfae01fba2f1a686e7291ab44');
    expect(assertionDigest({ ...ASSERTION, proof: 'key-1.AAAB' })).not.toBe(assertionDigest(ASSERTION));
  });

  test('A42 the signing bytes change with every field but the proof', () => {
    const changes: Readonly<Record<keyof Assertion, Partial<Record<keyof Assertion, string>>>> = {
      schema: { schema: 'countersign/assertion/v2' },
      challengeDigest: { challengeDigest: `${'1'.repeat(63)}2` },
      decision: { decision: 'denied' },
      principal: { principal: 'approver' },
      authenticatorId: { authenticatorId: 'hmac' },
      audience: { audience: 'countersign:other' },
      nonce: { nonce: 'ff112233445566778899aabbccddeeff' },
      issuedAt: { issuedAt: '2026-08-02T12:30:00.0Z' },
      expiresAt: { expiresAt: '2026-08-02T12:35:00.25Z' },
      proof: { proof: 'key-2.BBBB' },
    };
    for (const [field, change] of Object.entries(changes)) {
      const changed = Buffer.from(assertionSigningBytes({ ...ASSERTION, ...change } as Assertion)).toString('utf8');
      expect([field, changed === SIGNED]).toEqual([field, field === 'proof']);
    }
  });

  test('the wire form is read back as it was written, from text and from bytes', () => {
    const encoded = encodeAssertion(ASSERTION);
    expect(decodeAssertion(encoded)).toEqual(ASSERTION);
    expect(decodeAssertion(Buffer.from(encoded))).toEqual(ASSERTION);
  });

  test.each([
    '2026-08-02t12:30:00z',
    '2026-08-02T12:30:00.000000000000000000000000000000000000000000000000000000000000001Z',
    '1990-12-31T23:59:60Z',
    '2026-08-02T05:30:00-07:00',
    '2026-08-02T12:30:00-00:00',
    '0000-01-01T00:00:00Z',
  ])('A08 any legal instant is signed as it was written: %s', (instant) => {
    const decoded = decodeAssertion(wire({ issuedAt: instant, expiresAt: instant }));
    expect([decoded.issuedAt, decoded.expiresAt]).toEqual([instant, instant]);
    expect(Buffer.from(assertionSigningBytes(decoded)).toString('utf8')).toContain(`"issuedAt":"${instant}"`);
  });
});

describe('A42 hostile assertions', () => {
  const encoded = encodeAssertion(ASSERTION);

  test.each<[string, ErrorCode, string]>([
    ['spaces', 'json-not-canonical', encoded.replace('{', '{ ')],
    ['a newline at the end', 'json-not-canonical', `${encoded}\n`],
    ['keys in another order', 'json-not-canonical', JSON.stringify(ASSERTION)],
    ['an escaped letter', 'json-not-canonical', encoded.replace('granted', String.raw`\u0067ranted`)],
    ['a decision named twice', 'json-duplicate-key', encoded.replace('{', '{"decision":"denied",')],
    ['a cut end', 'json-invalid', encoded.slice(0, -1)],
    ['a byte-order mark', 'json-invalid', `\ufeff${encoded}`],
    ['a comment', 'json-invalid', `${encoded}//`],
    ['a lone surrogate', 'value-not-encodable', encoded.replace('key-1.', String.raw`\ud800`)],
    ['one byte too many', 'assertion-too-large', encoded.padEnd(MAX_ASSERTION_BYTES + 1)],
    ['an array', 'shape-invalid', `[${encoded}]`],
    ['null', 'shape-invalid', 'null'],
  ])('A42 %s is refused: %s', (_name, code, text) => {
    expectCode(() => decodeAssertion(text), code);
  });

  test.each<[string, ErrorCode, JsonObject]>([
    ['another schema', 'shape-invalid', { schema: 'countersign/assertion/v2' }],
    ['a third decision', 'shape-invalid', { decision: 'Granted' }],
    ['an upper-case digest', 'shape-invalid', { challengeDigest: 'A'.repeat(64) }],
    ['a short nonce', 'shape-invalid', { nonce: '0'.repeat(31) }],
    ['a long nonce', 'shape-invalid', { nonce: '0'.repeat(129) }],
    ['no audience', 'shape-invalid', { audience: '' }],
    ['a long audience', 'shape-invalid', { audience: 'a'.repeat(257) }],
    ['no proof', 'shape-invalid', { proof: '' }],
    ['a long proof', 'shape-invalid', { proof: 'a'.repeat(8193) }],
    ['a proof that is no text', 'shape-invalid', { proof: ['a'] }],
    ['a field of its own', 'shape-invalid', { approved: true }],
    ['an own __proto__', 'shape-invalid', JSON.parse('{"__proto__":{"decision":"granted"}}') as JsonObject],
    ['a principal with a hidden character', 'identifier-invalid', { principal: 'approver\u200b' }],
    ['a principal that is not NFC', 'identifier-invalid', { principal: 'e\u0301' }],
    ['an authenticator with capitals', 'identifier-invalid', { authenticatorId: 'Ed25519' }],
    ['a day that does not exist', 'instant-invalid', { issuedAt: '2026-02-30T00:00:00Z' }],
    ['an expiry without an offset', 'instant-invalid', { expiresAt: '2026-08-02T12:35:00' }],
  ])('A42 %s is refused: %s', (_name, code, change) => {
    expectCode(() => decodeAssertion(wire(change)), code);
  });

  test('A42 a missing field is refused, whichever it is', () => {
    for (const field of Object.keys(ASSERTION)) {
      const rest = Object.fromEntries<JsonValue>(Object.entries(ASSERTION).filter(([name]) => name !== field));
      expectCode(() => decodeAssertion(canonicalJson(rest)), 'shape-invalid');
    }
  });
});
