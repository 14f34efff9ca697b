// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { canonicalJson, type JsonValue } from '../../canonical-json.js';
import { isCountersignError, type ErrorCode } from '../../errors/index.js';
import type { EngineStore } from '../../journal/engine-store.js';
import type { JournalRecord, KeyEntry } from '../../journal/record.js';

/** Fails unless the call rejects with exactly this code. */
export async function rejectsWith(code: ErrorCode, call: Promise<unknown>): Promise<void> {
  assert.equal(await outcomeOf(call), code);
}

/** `resolved`, or the code with which a call was rejected. */
export async function outcomeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'resolved';
  } catch (error) {
    return isCountersignError(error) ? error.code : String(error);
  }
}

/** Compares what JSON can say: stores may answer with other prototypes, frozen objects, or objects of another realm. */
export function assertSame(actual: unknown, expected: unknown): void {
  assert.equal(canonicalJson(actual as JsonValue), canonicalJson(expected as JsonValue));
}

/** Every record after a position, page by page. */
export async function allRecords(
  store: EngineStore,
  { limit = 100, after = 0 } = {},
): Promise<readonly JournalRecord[]> {
  const records: JournalRecord[] = [];
  for (let position = after; ;) {
    const page = await store.scan({ limit, after: position });
    if (page.length === 0) return records;
    records.push(...page);
    const last = page.at(-1)?.position ?? position;
    // A store that does not advance would be followed for ever.
    assert.ok(last > position, 'a page ends after the position that was asked for');
    position = last;
  }
}

export async function allKeys(store: EngineStore): Promise<readonly KeyEntry[]> {
  return store.list('', { limit: 1000 });
}

/** Runs `work`, and fails unless the store then holds exactly what it held before. */
export async function leavesUnchanged(store: EngineStore, work: () => Promise<void>): Promise<void> {
  const contents = async () => ({ records: await allRecords(store), keys: await allKeys(store) });
  const before = await contents();
  await work();
  assertSame(await contents(), before);
}
