// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 2 * 1024 ** 3;

/** Of this run: a run inside a test inherits TMPDIR, and must not take it away. @type {string | undefined} */
let made;

/**
 * Puts the tests' temporary files in memory where there is room: a fifth of the time goes into syncing files that the
 * tests throw away. What a kill leaves is the same there; only a power cut would tell the difference. An own TMPDIR stays.
 */
export function useMemory() {
  if (process.env['TMPDIR'] !== undefined || freeBytes() < ENOUGH_BYTES) return;
  made = mkdtempSync(path.join(MEMORY, 'countersign-tests-'));
  // Workers and their children inherit it.
  process.env['TMPDIR'] = made;
}

export function freeMemory() {
  if (made !== undefined) rmSync(made, { recursive: true, force: true });
}

function freeBytes() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
