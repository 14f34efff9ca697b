// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import { addMilliseconds, compareInstants, parseInstant } from '@countersign/core';
import { expectCode } from './expect-code.js';

const compare = (a: string, b: string): number => compareInstants(parseInstant(a), parseInstant(b));
const add = (instant: string, milliseconds: number): string => addMilliseconds(parseInstant(instant), milliseconds);

describe('parseInstant', () => {
  test.each([
    '2026-01-31T09:30:00Z',
    '2026-01-31t09:30:00z',
    '2026-01-31T09:30:00+00:00',
    '2026-01-31T09:30:00-00:00',
    '2026-01-31T09:30:00+23:59',
    '2026-01-31T09:30:00-23:59',
    '1985-04-12T23:20:50.52Z',
    '1996-12-19T16:39:57-08:00',
    '1990-12-31T23:59:60Z',
    '1990-12-31T15:59:60-08:00',
    '1937-01-01T12:00:27.87+00:20',
    '2016-12-31T23:59:60.999Z',
    '1972-06-30T23:59:60Z',
    '2028-02-29T23:59:60Z',
    '2000-02-29T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '0000-02-29T00:00:00Z',
    '0099-12-31T23:59:59Z',
    '9999-12-31T23:59:59.999999999Z',
    `2026-01-31T09:30:00.${'0'.repeat(9000)}9Z`,
  ])('A08 takes a legal RFC 3339 instant and keeps it as written: %s', (text) => {
    expect(parseInstant(text)).toBe(text);
  });

  test.each([
    ['no such day', '2026-02-29T00:00:00Z'],
    ['no such day in a century that is no leap year', '1900-02-29T00:00:00Z'],
    ['no such day', '2026-04-31T00:00:00Z'],
    ['day zero', '2026-01-00T00:00:00Z'],
    ['month zero', '2026-00-01T00:00:00Z'],
    ['month 13', '2026-13-01T00:00:00Z'],
    ['hour 24', '2026-01-01T24:00:00Z'],
    ['minute 60', '2026-01-01T00:60:00Z'],
    ['second 61', '2026-12-31T23:59:61Z'],
    ['a leap second at noon', '2026-01-01T12:00:60Z'],
    ['a leap second at the end of a day that ends no month', '2026-08-02T23:59:60Z'],
    ['a leap second at the end of a local month only', '2026-12-31T23:59:60+01:00'],
    ['offset hour 24', '2026-01-01T00:00:00+24:00'],
    ['offset minute 60', '2026-01-01T00:00:00+01:60'],
    ['no offset', '2026-01-01T00:00:00'],
    ['a basic offset', '2026-01-01T00:00:00+0100'],
    ['an hour-only offset', '2026-01-01T00:00:00+01'],
    ['a space for the T', '2026-01-01 00:00:00Z'],
    ['a date alone', '2026-01-01'],
    ['no seconds', '2026-01-01T00:00Z'],
    ['an empty fraction', '2026-01-01T00:00:00.Z'],
    ['a comma', '2026-01-01T00:00:00,5Z'],
    ['a five-digit year', '12026-01-01T00:00:00Z'],
    ['a signed year', '-026-01-01T00:00:00Z'],
    ['a two-digit year', '26-01-01T00:00:00Z'],
    ['single digits', '2026-1-1T0:0:0Z'],
    ['spaces around', ' 2026-01-01T00:00:00Z'],
    ['a newline after', '2026-01-01T00:00:00Z\n'],
    ['digits of another script', '２０２６-01-01T00:00:00Z'],
    ['nothing', ''],
  ])('A08 refuses %s', (_name, text) => {
    expectCode(() => parseInstant(text), 'instant-invalid');
  });

  test('A08 refuses what is no text', () => {
    const values: readonly unknown[] = [undefined, null, 0, new Date(0), ['2026-01-01T00:00:00Z']];
    for (const value of values) {
      expectCode(() => parseInstant(value as string), 'instant-invalid');
    }
  });
});

describe('compareInstants', () => {
  test.each([
    ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z'],
    ['2026-01-01T00:00:00Z', '2025-12-31T23:00:00-01:00'],
    ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00-00:00'],
    ['2026-01-01T00:00:00.5Z', `2026-01-01T00:00:00.5${'0'.repeat(63)}Z`],
    ['1990-12-31T23:59:60Z', '1990-12-31T15:59:60-08:00'],
    ['1990-12-31T23:59:60.5Z', '1991-01-01T00:00:00.5Z'],
    ['0000-01-01T00:00:00+01:00', '0000-01-01T00:00:00+01:00'],
  ])('A08 %s is the same instant as %s', (a, b) => {
    expect(compare(a, b)).toBe(0);
    expect(compare(b, a)).toBe(0);
  });

  test.each([
    ['2026-01-01T00:00:00Z', `2026-01-01T00:00:00.${'0'.repeat(63)}1Z`],
    [`2026-01-01T00:00:00.${'9'.repeat(64)}Z`, '2026-01-01T00:00:01Z'],
    ['2026-01-01T00:00:00.09Z', '2026-01-01T00:00:00.1Z'],
    ['2026-01-01T00:00:00.123456Z', '2026-01-01T00:00:00.1234561Z'],
    ['1969-12-31T23:59:59.1Z', '1969-12-31T23:59:59.9Z'],
    ['2026-01-01T00:00:00+00:01', '2026-01-01T00:00:00Z'],
    ['1990-12-31T23:59:59.999Z', '1990-12-31T23:59:60Z'],
    ['0000-01-01T00:00:00+23:59', '0000-01-01T00:00:00Z'],
    ['0099-12-31T23:59:59Z', '0100-01-01T00:00:00Z'],
    ['0026-01-01T00:00:00Z', '1926-01-01T00:00:00Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59-23:59'],
  ])('A08 %s is before %s', (a, b) => {
    expect(compare(a, b)).toBeLessThan(0);
    expect(compare(b, a)).toBeGreaterThan(0);
  });
});

describe('addMilliseconds', () => {
  test.each([
    ['2026-01-01T00:00:00Z', 0, '2026-01-01T00:00:00Z'],
    ['2026-01-01T00:00:00Z', 1, '2026-01-01T00:00:00.001Z'],
    ['2026-01-01T00:00:00Z', -1, '2025-12-31T23:59:59.999Z'],
    ['2026-01-01T00:00:00.9996Z', 1, '2026-01-01T00:00:01.0006Z'],
    ['2026-01-01T00:00:00.0004Z', -1, '2025-12-31T23:59:59.9994Z'],
    ['1969-12-31T23:59:59.9999Z', -1000, '1969-12-31T23:59:58.9999Z'],
    ['2026-01-01T00:00:00.5+02:00', 500, '2025-12-31T22:00:01Z'],
    [`2026-01-01T00:00:00.${'0'.repeat(63)}1Z`, 86_400_000, `2026-01-02T00:00:00.${'0'.repeat(63)}1Z`],
    ['1990-12-31T23:59:60Z', 1, '1991-01-01T00:00:00.001Z'],
    ['0000-01-01T00:00:00Z', 1, '0000-01-01T00:00:00.001Z'],
    ['0099-12-31T23:59:59.999Z', 1, '0100-01-01T00:00:00Z'],
    ['9999-12-31T23:59:59.998Z', 1, '9999-12-31T23:59:59.999Z'],
  ])('A08 %s and %d ms is %s', (instant, milliseconds, expected) => {
    expect(add(instant, milliseconds)).toBe(expected);
  });

  test.each([
    ['past the year 9999', '9999-12-31T23:59:59.999Z', 1],
    ['before the year 0000', '0000-01-01T00:00:00Z', -1],
    ['beyond what a date holds', '2026-01-01T00:00:00Z', Number.MAX_SAFE_INTEGER],
    ['by half a millisecond', '2026-01-01T00:00:00Z', 0.5],
    ['by no number', '2026-01-01T00:00:00Z', Number.NaN],
    ['without end', '2026-01-01T00:00:00Z', Number.POSITIVE_INFINITY],
    ['by more than integers are exact', '2026-01-01T00:00:00Z', 2 ** 53],
  ])('A08 refuses to go %s', (_name, instant, milliseconds) => {
    expectCode(() => add(instant, milliseconds), 'instant-invalid');
  });
});
