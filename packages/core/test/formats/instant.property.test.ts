// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addMilliseconds, compareInstants, parseInstant, type Instant } from '@countersign/core';

const LOWEST = Date.parse('0000-01-01T00:00:00Z');
const HIGHEST = Date.parse('9999-12-31T23:59:59.999Z');
const DAY_MS = 86_400_000;
const two = (value: number): string => String(value).padStart(2, '0');

const milliseconds = fc.integer({ min: LOWEST + DAY_MS, max: HIGHEST - DAY_MS });
const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 0, maxLength: 61 });
const offsetMinutes = fc.integer({ min: -1439, max: 1439 });

/** An instant whose first three fraction digits and everything above equal `ms`, written at some offset. */
function written(ms: number, more: string, offset: number): Instant {
  const local = new Date(ms + offset * 60_000).toISOString().slice(0, -1);
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return parseInstant(`${local}${more}${offset < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`);
}

const instants = fc.tuple(milliseconds, digits, offsetMinutes).map((parts) => written(...parts));
// Instants that differ late, or not at all, are where an order goes wrong; draw them close together.
const closeInstants = fc
  .tuple(fc.integer({ min: -2, max: 2 }), fc.constantFrom('', '0', '00', '1', '10', '09', '9'), offsetMinutes)
  .map((parts) => written(...parts));
const anyInstant = fc.oneof(instants, closeInstants);

describe('A08 instants, by property', () => {
  test('A08 compareInstants agrees with Date wherever Date is exact', () => {
    fc.assert(
      fc.property(milliseconds, milliseconds, offsetMinutes, offsetMinutes, (a, b, x, y) => {
        expect(Math.sign(compareInstants(written(a, '', x), written(b, '', y)))).toBe(Math.sign(a - b));
        expect(compareInstants(written(a, '', x), written(a, '', y))).toBe(0);
      }),
    );
  });

  test('A08 compareInstants is a total order', () => {
    fc.assert(
      fc.property(anyInstant, anyInstant, anyInstant, (a, b, c) => {
        expect(compareInstants(a, a)).toBe(0);
        // `0 -` keeps the zero positive.
        expect(Math.sign(compareInstants(a, b))).toBe(0 - Math.sign(compareInstants(b, a)));
        if (compareInstants(a, b) <= 0 && compareInstants(b, c) <= 0)
          expect(compareInstants(a, c)).toBeLessThanOrEqual(0);
        if (compareInstants(a, b) === 0) {
          expect(Math.sign(compareInstants(a, c))).toBe(Math.sign(compareInstants(b, c)));
        }
      }),
      { numRuns: 500 },
    );
  });

  test('A08 digits below the millisecond decide where everything above is equal', () => {
    fc.assert(
      fc.property(milliseconds, digits, digits, (ms, a, b) => {
        const [x, y] = [a.padEnd(61, '0'), b.padEnd(61, '0')];
        expect(Math.sign(compareInstants(written(ms, a, 0), written(ms, b, 0)))).toBe(x === y ? 0 : x < y ? -1 : 1);
      }),
    );
  });

  test('A08 addMilliseconds is exact: it agrees with Date, and keeps every digit below the millisecond', () => {
    fc.assert(
      fc.property(
        milliseconds,
        digits,
        offsetMinutes,
        fc.integer({ min: -DAY_MS, max: DAY_MS }),
        (ms, more, offset, by) => {
          const sum = addMilliseconds(written(ms, more, offset), by);
          expect(compareInstants(sum, written(ms + by, more, 0))).toBe(0);
        },
      ),
    );
  });

  test('A08 addMilliseconds can be undone, and preserves the order', () => {
    const step = fc.integer({ min: -DAY_MS, max: DAY_MS });
    fc.assert(
      fc.property(anyInstant, anyInstant, step, (a, b, by) => {
        expect(compareInstants(addMilliseconds(addMilliseconds(a, by), -by), a)).toBe(0);
        expect(Math.sign(compareInstants(addMilliseconds(a, by), addMilliseconds(b, by)))).toBe(
          Math.sign(compareInstants(a, b)),
        );
        expect(Math.sign(compareInstants(addMilliseconds(a, by), a))).toBe(Math.sign(by));
      }),
    );
  });
});
