// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson, parseCanonicalJson, parseJson, type JsonValue } from '@countersign/core';
import { expectCode } from './expect-code.js';

const MAX = 100_000;
const bytes = (...values: readonly number[]): Uint8Array => Uint8Array.from(values);

describe('parseJson', () => {
  test.each([
    '',
    ' ',
    '{',
    '[1,]',
    '{"a":1,}',
    "{'a':1}",
    '{a:1}',
    '// c\n1',
    '/* c */1',
    '01',
    '+1',
    '.5',
    '1.',
    'NaN',
    'Infinity',
    '1 2',
    '"\t"',
    String.raw`"\x41"`,
    String.raw`"\u00e"`,
    'tru',
    '\u00a01',
    '1\0',
  ])('refuses what is not JSON: %j', (text) => {
    expectCode(() => parseJson(text, MAX), 'json-invalid');
  });

  test('refuses a byte-order mark, in bytes and in text', () => {
    expectCode(() => parseJson(bytes(0xef, 0xbb, 0xbf, 0x31), MAX), 'json-invalid');
    expectCode(() => parseJson('\ufeff1', MAX), 'json-invalid');
  });

  test.each([
    ['a bare continuation byte', bytes(0x22, 0x80, 0x22)],
    ['an overlong form', bytes(0x22, 0xc0, 0xaf, 0x22)],
    ['an encoded surrogate', bytes(0x22, 0xed, 0xa0, 0x80, 0x22)],
    ['a cut sequence', bytes(0x22, 0xe2, 0x82, 0x22)],
    ['beyond U+10FFFF', bytes(0x22, 0xf4, 0x90, 0x80, 0x80, 0x22)],
    ['UTF-16', Uint8Array.from(Buffer.from('"a"', 'utf16le'))],
  ])('refuses bytes that are not UTF-8: %s', (_name, source) => {
    expectCode(() => parseJson(source, MAX), 'json-invalid');
  });

  test.each([
    '{"a":1,"a":1}',
    String.raw`{"a":1,"\u0061":2}`,
    String.raw`{"/":1,"\/":2}`,
    '[{"b":{"a":1,"b":2,"a":3}}]',
    '{"__proto__":1,"__proto__":2}',
    '{"":1,"":2}',
    '{"a":{"x":1},"a":{"y":2}}',
  ])('refuses a key named twice: %s', (text) => {
    expectCode(() => parseJson(text, MAX), 'json-duplicate-key');
  });

  test('the same key in different objects is no duplicate', () => {
    expect(parseJson('[{"a":1},{"a":{"a":2}}]', MAX)).toEqual([{ a: 1 }, { a: { a: 2 } }]);
  });

  test('refuses escaped lone surrogates and numbers beyond a double', () => {
    expectCode(() => parseJson(String.raw`"\ud800"`, MAX), 'value-not-encodable');
    expectCode(() => parseJson(String.raw`{"\udc00x":1}`, MAX), 'value-not-encodable');
    expectCode(() => parseJson('1e400', MAX), 'value-not-encodable');
  });

  test('the limit counts UTF-8 bytes, and is exact', () => {
    expect(parseJson('"€"', 5)).toBe('€');
    expectCode(() => parseJson('"€"', 4), 'json-too-large');
    expectCode(() => parseJson(Buffer.from('"€"'), 4), 'json-too-large');
  });

  test('refuses 100,000 open brackets without overflowing', () => {
    expectCode(() => parseJson('['.repeat(MAX), MAX), 'json-too-large');
    expectCode(() => parseJson('{"a":'.repeat(MAX / 5), MAX), 'json-too-large');
  });

  test('reads exactly what JSON.parse reads, whatever the spelling, when no key is named twice', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.constantFrom(0, 1, '\t'), (text, indent) => {
        const value = JSON.parse(text) as JsonValue;
        expect(parseJson(JSON.stringify(value, null, indent), MAX)).toEqual(value);
      }),
    );
  });

  test('finds a repeated key wherever it stands and however it is escaped', () => {
    const escaped = (key: string): string =>
      `"${[...key].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`;
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ unit: 'grapheme-ascii' }), { minLength: 1, maxLength: 6 }),
        fc.nat(),
        fc.nat(),
        (keys, from, to) => {
          const repeated = keys[from % keys.length] ?? '';
          const members = keys.map((key) => `${JSON.stringify(key)}:0`);
          members.splice(to % (keys.length + 1), 0, `${escaped(repeated)}:1`);
          expectCode(() => parseJson(`[{${members.join(',')}}]`, MAX), 'json-duplicate-key');
        },
      ),
    );
  });
});

describe('parseCanonicalJson', () => {
  test.each([
    '{"b":1,"a":2}',
    '{ "a":1}',
    '{"a":1}\n',
    '1.0',
    '1E3',
    '-0',
    '1e2',
    String.raw`"\u0041"`,
    String.raw`"\/"`,
    String.raw`"\u000A"`,
    '9007199254740993',
  ])('refuses a second spelling of the same value: %j', (text) => {
    expectCode(() => parseCanonicalJson(text, MAX), 'json-not-canonical');
  });

  test('reads what canonicalJson wrote, as text and as bytes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = canonicalJson(value as JsonValue);
        expect(parseCanonicalJson(text, MAX)).toEqual(parseCanonicalJson(Buffer.from(text), MAX));
      }),
    );
  });

  test('passes the refusals of parseJson on', () => {
    expectCode(() => parseCanonicalJson('{"a":1,"a":1}', MAX), 'json-duplicate-key');
    expectCode(() => parseCanonicalJson('{', MAX), 'json-invalid');
    expectCode(() => parseCanonicalJson('[1]', 2), 'json-too-large');
  });
});
