// SPDX-License-Identifier: Apache-2.0
import { CountersignError, isCountersignError, type ErrorCode } from '@countersign/core';

/** SQLite's result codes, without their extensions (`SQLITE_BUSY_RECOVERY` is a `SQLITE_BUSY`), and those of file calls. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  SQLITE_BUSY: 'busy',
  SQLITE_LOCKED: 'busy',
  SQLITE_PROTOCOL: 'busy',
  SQLITE_FULL: 'storage-full',
  ENOSPC: 'storage-full',
  EDQUOT: 'storage-full',
  SQLITE_CORRUPT: 'corrupt',
  SQLITE_NOTADB: 'corrupt',
  SQLITE_IOERR: 'unavailable',
  SQLITE_CANTOPEN: 'unavailable',
  SQLITE_READONLY: 'unavailable',
  SQLITE_PERM: 'unavailable',
};

/**
 * The Countersign error for whatever SQLite or a file call threw. Told by `code`, never by class: the native module keeps
 * the class of the realm that loaded it first. Paths in foreign messages survive only in `cause`.
 */
export function codedError(thrown: unknown): CountersignError {
  if (isCountersignError(thrown)) return thrown;
  return new CountersignError(codeOf(thrown), { cause: thrown });
}

/** How SQLite and Node name an error, such as `SQLITE_FULL` or `EACCES`. */
export function vendorCodeOf(thrown: unknown): string | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
}

function codeOf(thrown: unknown): ErrorCode {
  const primary = /^(SQLITE_)?[A-Z0-9]+/.exec(vendorCodeOf(thrown) ?? '')?.[0] ?? '';
  return CODES[primary] ?? (isFileError(thrown) ? 'unavailable' : 'internal');
}

function isFileError(thrown: unknown): boolean {
  return typeof thrown === 'object' && thrown !== null && 'syscall' in thrown;
}
