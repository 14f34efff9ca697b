// SPDX-License-Identifier: Apache-2.0
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, test } from '@jest/globals';
import { retryWhileBusy } from '../src/busy-retry.js';
import { commitTo, verifiedRecords } from './sample-commits.js';
import { temporaryJournal } from './temporary-journal.js';

describe('busy', () => {
  const journal = temporaryJournal();

  test('A80 a commit that waits too long is refused with busy and writes nothing, while reads go on', async () => {
    const store = journal.open({ busyTimeoutMs: 50 });
    await store.commit(commitTo('a/1', 0));
    const other = new SqliteDatabase(journal.file);
    other.exec('BEGIN IMMEDIATE');
    const request = commitTo('a/1', 1);
    let turns = 0;
    const turning = setInterval(() => (turns += 1), 1);
    await expect(store.commit(request)).rejects.toMatchObject({ code: 'busy', retryable: true });
    clearInterval(turning);
    // The event loop ran on meanwhile.
    expect(turns).toBeGreaterThan(0);
    await expect(store.acquireLease('work', { ttlMs: 1000, waitMs: 0 })).rejects.toMatchObject({ code: 'busy' });
    expect(await verifiedRecords(store)).toHaveLength(1);
    other.exec('COMMIT');
    other.close();
    await store.commit(request);
    expect(await verifiedRecords(store)).toHaveLength(2);
  });

  test('A80 a commit that waits goes through once the other is done', async () => {
    const store = journal.open();
    await store.commit(commitTo('a/1', 0));
    const other = new SqliteDatabase(journal.file);
    other.exec('BEGIN IMMEDIATE');
    const waiting = store.commit(commitTo('a/1', 1));
    await new Promise((resolve) => setTimeout(resolve, 30));
    other.exec('COMMIT');
    other.close();
    await waiting;
    expect(await verifiedRecords(store)).toHaveLength(2);
  });

  test('closing ends a commit that waits for another process with closed', async () => {
    const store = journal.open();
    await store.commit(commitTo('a/1', 0));
    const other = new SqliteDatabase(journal.file);
    other.exec('BEGIN IMMEDIATE');
    const waiting = expect(store.commit(commitTo('a/1', 1))).rejects.toMatchObject({ code: 'closed' });
    await store.close();
    await waiting;
    other.close();
  });

  test('a signal ends an acquire that waits for another process with aborted', async () => {
    const store = journal.open();
    await store.commit(commitTo('a/1', 0));
    const other = new SqliteDatabase(journal.file);
    other.exec('BEGIN IMMEDIATE');
    const controller = new AbortController();
    const { signal } = controller;
    const waiting = store.acquireLease('work', { ttlMs: 1000, waitMs: 60_000, signal });
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
    other.close();
  });

  test('what is not busy is not tried again', async () => {
    let attempts = 0;
    const attempt = () => {
      attempts += 1;
      throw Object.assign(new Error('disk full'), { code: 'SQLITE_FULL' });
    };
    await expect(retryWhileBusy(attempt, 10_000)).rejects.toMatchObject({ code: 'storage-full' });
    expect(attempts).toBe(1);
  });
});
