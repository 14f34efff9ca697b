// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { MAX_JSON_DEPTH, canonicalJson, parseJson, type JsonValue } from '@countersign/core';
import { expectCode } from './expect-code.js';

/** RFC 8785, appendix B: an IEEE 754 double in hexadecimal and its JSON form. */
const RFC8785_NUMBERS: readonly (readonly [string, string])[] = [
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['ffefffffffffffff', '-1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555554', '333333333.33333325'],
  ['41b3de4355555555', '333333333.3333333'],
  ['41b3de4355555556', '333333333.3333334'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
];

const double = (hex: string): number => Buffer.from(hex, 'hex').readDoubleBE();
const nested = (depth: number): JsonValue => {
  let value: JsonValue = [];
  for (let level = 1; level < depth; level += 1) value = [value];
  return value;
};
/** Hands over a value that the type system would not let through, as a caller in plain JavaScript could. */
const untyped = (value: unknown): string => canonicalJson(value as JsonValue);

describe('canonicalJson', () => {
  test.each(RFC8785_NUMBERS)('RFC 8785 appendix B: %s is %s', (hex, text) => {
    expect(canonicalJson(double(hex))).toBe(text);
  });

  test('RFC 8785 section 3.2.2: literals, numbers and strings', () => {
    const source = String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`;
    expect(canonicalJson(parseJson(source, 1000))).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  test('RFC 8785 section 3.2.3: keys are sorted by UTF-16 code units', () => {
    const source = String.raw`{"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7}`;
    const keys = [...canonicalJson(parseJson(source, 1000)).matchAll(/:(\d)/g)].map(([, value]) => value);
    expect(keys.join('')).toBe('2467153');
  });

  test('keys that read like numbers, and __proto__, are ordinary keys', () => {
    const source = '{"10":1,"9":2,"__proto__":{"a":3},"constructor":4}';
    expect(canonicalJson(parseJson(source, 1000))).toBe(source);
  });

  test('numbers that JSON cannot hold are refused', () => {
    for (const hex of ['7fffffffffffffff', '7ff0000000000000', 'fff0000000000000']) {
      expectCode(() => canonicalJson({ n: double(hex) }), 'value-not-encodable');
    }
  });

  test('text that is not well-formed Unicode is refused, as a value and as a key', () => {
    expectCode(() => canonicalJson('\ud83d'), 'value-not-encodable');
    expectCode(() => canonicalJson(['\ude00\ud83d']), 'value-not-encodable');
    expectCode(() => canonicalJson({ '\udfff': 1 }), 'value-not-encodable');
    expect(canonicalJson('\ud83d\ude00')).toBe('"\ud83d\ude00"');
  });

  test('text is kept as it is: no Unicode normalisation', () => {
    expect(canonicalJson('\u0041\u030a')).toBe('"\u0041\u030a"');
    expect(canonicalJson('\u2028\u2029\u007f')).toBe('"\u2028\u2029\u007f"');
  });

  test.each([
    ['undefined', undefined],
    ['an undefined property', { a: undefined }],
    ['a hole in an array', new Array(2)],
    ['a function', { a: () => 1 }],
    ['a symbol', Symbol('s')],
    ['a bigint', 1n],
    ['a Date', new Date(0)],
    ['a Map', new Map([['a', 1]])],
    ['bytes', new Uint8Array(2)],
    ['a boxed string', new String('a')],
    ['an inherited toJSON', Object.create({ toJSON: () => 'other' })],
  ])('a value that JSON has no form for is refused: %s', (_name, value: unknown) => {
    expectCode(() => untyped(value), 'value-not-encodable');
  });

  test('writing and reading share one limit on depth', () => {
    const deepest = canonicalJson(nested(MAX_JSON_DEPTH));
    expect(parseJson(deepest, 1000)).toEqual(nested(MAX_JSON_DEPTH));
    expectCode(() => canonicalJson(nested(MAX_JSON_DEPTH + 1)), 'json-too-large');
    expectCode(() => parseJson(`[${deepest}]`, 1000), 'json-too-large');
  });

  test('a cycle is refused, not followed', () => {
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    expectCode(() => untyped(cycle), 'json-too-large');
  });

  test('a document and its canonical form name the same value, and the form is a fixed point', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = canonicalJson(value as JsonValue);
        expect(canonicalJson(parseJson(text, 1_000_000))).toBe(text);
        // JSON has one zero, so -0 is compared as 0 here.
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test('the order in which keys were set does not show', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 8 }), (keys) => {
        const object = (order: readonly string[]) => Object.fromEntries(order.map((key) => [key, key.length]));
        expect(canonicalJson(object(keys))).toBe(canonicalJson(object([...keys].reverse())));
      }),
    );
  });
});
