// SPDX-License-Identifier: Apache-2.0
import { CountersignError } from './errors/index.js';
import type { Branded } from './ids.js';

/**
 * An RFC 3339 instant, kept as it was written. A fraction of any length is exact: `Date` holds milliseconds only, and
 * rounding an expiry would change what was signed.
 */
export type Instant = Branded<string, 'Instant'>;

const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

interface Exact {
  /** Seconds since 1970-01-01T00:00:00Z; a leap second counts as the second after it, as POSIX does. */
  readonly seconds: number;
  /** Fraction digits without trailing zeros. */
  readonly fraction: string;
}

function decompose(text: string): Exact | undefined {
  const match = RFC3339.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const offset = (Number(match[9] ?? 0) * 60 + Number(match[10] ?? 0)) * (match[8] === '-' ? -1 : 1);
  if (hour > 23 || minute > 59 || second > 60 || Number(match[9] ?? 0) > 23 || Number(match[10] ?? 0) > 59)
    return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  const seconds = date.getTime() / 1000 + hour * 3600 + minute * 60 + second - offset * 60;
  if (second === 60 && !startsUtcMonth(seconds)) return undefined;
  return { seconds, fraction: trimZeros(match[7] ?? '') };
}

/** A leap second is legal only where one can be inserted: at the end of a UTC month (RFC 3339, section 5.7). */
function startsUtcMonth(seconds: number): boolean {
  return seconds % 86_400 === 0 && new Date(seconds * 1000).getUTCDate() === 1;
}

/** @throws `instant-invalid` */
export function parseInstant(text: string): Instant {
  if (typeof text !== 'string' || decompose(text) === undefined) throw new CountersignError('instant-invalid');
  return text as Instant;
}

function exact(instant: Instant): Exact {
  const value = decompose(instant);
  if (value === undefined) throw new CountersignError('instant-invalid');
  return value;
}

/** Negative when `a` is earlier than `b`, 0 when both name the same instant, positive otherwise. */
export function compareInstants(a: Instant, b: Instant): number {
  const left = exact(a);
  const right = exact(b);
  if (left.seconds !== right.seconds) return left.seconds < right.seconds ? -1 : 1;
  const length = Math.max(left.fraction.length, right.fraction.length);
  const [x, y] = [left.fraction.padEnd(length, '0'), right.fraction.padEnd(length, '0')];
  return x === y ? 0 : x < y ? -1 : 1;
}

/**
 * Adds whole milliseconds (negative allowed) exactly, in UTC.
 * @throws `instant-invalid` when the result is outside the years 0000-9999, or the number is not a safe integer
 */
export function addMilliseconds(instant: Instant, milliseconds: number): Instant {
  if (!Number.isSafeInteger(milliseconds)) throw new CountersignError('instant-invalid');
  const { seconds, fraction } = exact(instant);
  // Work in integers: the first three fraction digits move, the rest stays as it is.
  const whole = BigInt(seconds) * 1000n + BigInt(fraction.slice(0, 3).padEnd(3, '0')) + BigInt(milliseconds);
  const date = new Date(Number(whole));
  const year = date.getUTCFullYear();
  if (!(year >= 0 && year <= 9999)) throw new CountersignError('instant-invalid');
  const digits = `${String(date.getUTCMilliseconds()).padStart(3, '0')}${fraction.slice(3)}`;
  const kept = trimZeros(digits);
  const base = date.toISOString().slice(0, 19);
  return `${base}${kept === '' ? '' : `.${kept}`}Z` as Instant;
}

/** By hand, because `/0+$/` takes quadratic time on zeros that something else follows. */
function trimZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

export function earlier(a: Instant, b: Instant): boolean {
  return compareInstants(a, b) < 0;
}
