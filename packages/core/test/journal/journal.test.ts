// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import { Journal } from '../../src/journal/journal.js';
import { CountersignError, MemoryEngineStore, type CommitRequest, type ErrorCode } from '../../src/index.js';
import { SeededRandomness } from '../../src/testing/index.js';
import { A, AT, eventOf } from './sample-records.js';

/** Commits, and then loses the answer as often as told. */
class LosesAnswers extends MemoryEngineStore {
  readonly asked: string[] = [];

  constructor(
    private answersToLose: number,
    private readonly code: ErrorCode = 'unavailable',
  ) {
    super();
  }

  override async commit(request: CommitRequest) {
    this.asked.push(request.commitId);
    const records = await super.commit(request);
    this.answersToLose -= 1;
    if (this.answersToLose >= 0) throw new CountersignError(this.code);
    return records;
  }
}

const write = { stream: A, expectedRevision: 0, events: [eventOf(1)] };
const over = (store: MemoryEngineStore) => new Journal(store, new SeededRandomness('journal'));

describe('the journal', () => {
  test('A44 a lost answer is asked for again by the same commit id, and nothing is written twice', async () => {
    const store = new LosesAnswers(2);
    const records = await over(store).commit([write], { at: AT });
    expect(records).toHaveLength(1);
    expect(new Set(store.asked).size).toBe(1);
    expect(store.asked).toHaveLength(3);
    expect(await store.scan({ limit: 10 })).toEqual(records);
  });

  test('an answer that never comes is install-indeterminate', async () => {
    const commit = over(new LosesAnswers(9)).commit([write], { at: AT });
    await expect(commit).rejects.toMatchObject({ code: 'install-indeterminate' });
  });

  test('any other refusal is passed on and not tried again', async () => {
    const store = new LosesAnswers(9, 'storage-full');
    await expect(over(store).commit([write], { at: AT })).rejects.toMatchObject({ code: 'storage-full' });
    expect(store.asked).toHaveLength(1);
  });

  test.each([
    ['no stream', []],
    ['a stream without events', [{ ...write, events: [] }]],
    ['one stream twice', [write, { ...write, expectedRevision: 1 }]],
  ])('a commit with %s is refused before the store sees it', async (_, writes) => {
    const store = new LosesAnswers(0);
    await expect(over(store).commit(writes, { at: AT })).rejects.toMatchObject({ code: 'internal' });
    expect(store.asked).toEqual([]);
  });

  test('a lease is released after the work, whether it succeeds or fails', async () => {
    const store = new MemoryEngineStore();
    const options = { ttlMs: 60_000, waitMs: 0 };
    const work = over(store).withLease('work', options, async () => {
      await expect(store.acquireLease('work', options)).rejects.toMatchObject({ code: 'busy' });
      throw new Error('the work failed');
    });
    await expect(work).rejects.toThrow('the work failed');
    await over(store).withLease('work', options, async () => undefined);
  });

  test('listing and scanning page through everything', async () => {
    const store = new MemoryEngineStore();
    const keys = Array.from({ length: 1001 }, (_, n) => ({ kind: 'take' as const, key: `k/${n}`, value: n }));
    await over(store).commit([{ ...write, events: keys.map((key) => ({ ...eventOf(1), keys: [key] })) }], { at: AT });
    const listed = [];
    for await (const { key } of over(store).list('k/')) listed.push(key);
    const scanned = [];
    for await (const { position } of over(store).scan()) scanned.push(position);
    expect(new Set(listed).size).toBe(1001);
    expect(scanned).toEqual(Array.from({ length: 1001 }, (_, index) => index + 1));
  });
});
