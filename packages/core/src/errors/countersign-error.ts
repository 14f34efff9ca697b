// SPDX-License-Identifier: Apache-2.0
import { ERROR_CATALOG, type ErrorCode } from './error-catalog.js';

/** Facts that may be shown to anyone: never a path of the machine, a secret or another library's message. */
export type SafeDetails = Readonly<Record<string, string | number | boolean>>;

// A registered symbol, so that errors of a second copy of this package are recognised too.
const BRAND = Symbol.for('countersign.error');

export interface CountersignErrorOptions {
  readonly details?: SafeDetails;
  /** Kept for the local debugger only; never copied into an outcome. */
  readonly cause?: unknown;
}

/**
 * The only error that crosses a Countersign boundary. `code` is stable and documented in docs/errors.md;
 * `message` is the catalogue's meaning and so holds nothing of the machine.
 */
export class CountersignError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: Code;
  readonly retryable: boolean;
  readonly details: SafeDetails;

  constructor(code: Code, options: CountersignErrorOptions = {}) {
    super(ERROR_CATALOG[code].meaning, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'CountersignError';
    this.code = code;
    this.retryable = ERROR_CATALOG[code].retryable;
    this.details = Object.freeze({ ...options.details });
    Object.defineProperty(this, BRAND, { value: true });
  }
}

/** Recognises a Countersign error by brand (`instanceof` fails across realms and package copies). */
export function isCountersignError<Code extends ErrorCode = ErrorCode>(
  value: unknown,
  code?: Code,
): value is CountersignError<Code> {
  if (typeof value !== 'object' || value === null || !(BRAND in value)) return false;
  return code === undefined || (value as { readonly code?: unknown }).code === code;
}

/**
 * Wraps whatever was thrown: a coded error passes through, anything else becomes `internal` with its cause kept. So does an
 * error of another copy of this package whose code the catalogue here lacks, since whoever looks it up would find nothing.
 */
export function toCountersignError(thrown: unknown): CountersignError {
  const known = isCountersignError(thrown) && Object.hasOwn(ERROR_CATALOG, thrown.code);
  return known ? thrown : new CountersignError('internal', { cause: thrown });
}

/** Marks a branch of a closed union as unreachable; a new member then fails to compile. */
export function assertNever(value: never): never {
  throw new CountersignError('internal', { details: { unexpected: String(value) } });
}
