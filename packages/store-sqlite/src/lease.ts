// SPDX-License-Identifier: Apache-2.0
import { CountersignError } from '@countersign/core';
import type { LeaseRow, Statements } from './statements.js';

// Each function runs inside a transaction that the caller opened for writing. Times are milliseconds of the machine's
// wall clock: every process that shares the file reads the same one.

export type LeaseAttempt =
  { readonly kind: 'acquired'; readonly token: number } | { readonly kind: 'held'; readonly holder: string };

export interface LeaseClaim {
  readonly name: string;
  readonly holder: string;
  readonly ttlMs: number;
  /** A holder that was found dead: what it holds is free. */
  readonly dead?: string;
}

/** Takes the lease where it is free, past its time, or held by the dead. A new holder always gets a new token. */
export function tryAcquire(statements: Statements, claim: LeaseClaim, nowMs: number): LeaseAttempt {
  const row = statements.lease.get(claim.name);
  if (row !== undefined) {
    if (!isPast(row, nowMs) && row.holder !== claim.dead) return { kind: 'held', holder: row.holder };
    statements.deleteLease.run(row.token);
  }
  const { lastInsertRowid } = statements.insertLease.run(claim.name, claim.holder, nowMs + claim.ttlMs);
  return { kind: 'acquired', token: Number(lastInsertRowid) };
}

/** @throws `fenced-out` unless the lease is held with this token and not past its time */
export function requireHeld(statements: Statements, name: string, token: number, nowMs: number): void {
  const row = statements.lease.get(name);
  if (row === undefined || row.token !== token || isPast(row, nowMs)) throw new CountersignError('fenced-out');
}

/** @throws `fenced-out` */
export function extend(statements: Statements, name: string, token: number, ttlMs: number, nowMs: number): void {
  requireHeld(statements, name, token, nowMs);
  statements.extendLease.run(nowMs + ttlMs, token);
}

function isPast(row: LeaseRow, nowMs: number): boolean {
  return row.expires_at_ms <= nowMs;
}
