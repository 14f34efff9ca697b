// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import type { JournalRecord } from '@countersign/core';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, test } from '@jest/globals';
import { Child } from './processes/child.js';
import { commitTo, verifiedRecords } from './sample-commits.js';
import { temporaryJournal } from './temporary-journal.js';

function recordsByCommit(records: readonly JournalRecord[]): Map<string, readonly JournalRecord[]> {
  const commits = new Map<string, readonly JournalRecord[]>();
  for (const record of records) commits.set(record.commitId, [...(commits.get(record.commitId) ?? []), record]);
  return commits;
}

describe('writers in processes', () => {
  const journal = temporaryJournal();

  test('A80 four processes commit at once: positions have no gap, and a follower sees every record in order', async () => {
    const commits = 40;
    const writers = ['w', 'x', 'y', 'z'].map((name) =>
      Child.run('commit-forever.mjs', journal.file, name, String(commits)),
    );
    const ended = Promise.all(writers.map((writer) => writer.ended()));
    let writing = true;
    const done = ended.finally(() => (writing = false));

    const store = journal.open();
    const seen: number[] = [];
    for (let last = false; !last;) {
      last = !writing;
      const page = await store.scan({ limit: 50, after: seen.length });
      seen.push(...page.map(({ position }) => position));
      last = last && page.length === 0;
      await sleep(1);
    }
    await done;
    expect(seen).toEqual(Array.from({ length: writers.length * commits * 3 }, (_, index) => index + 1));
    expect(await verifiedRecords(store)).toHaveLength(seen.length);
  });

  test('A80 writers killed at random: the journal opens, verifies, holds what was acknowledged and no half commit', async () => {
    const acknowledged: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      const writers = ['a', 'b', 'c'].map((name) => Child.run('commit-forever.mjs', journal.file, `${name}${round}`));
      for (const writer of writers) {
        await writer.line();
        acknowledged.push(await writer.line());
      }
      await sleep(Math.random() * 60);
      await Promise.all(writers.map((writer) => writer.kill()));
      for (const writer of writers) acknowledged.push(...(await writer.rest()));
    }

    const store = journal.open();
    const commits = recordsByCommit(await verifiedRecords(store));
    expect(acknowledged.length).toBeGreaterThanOrEqual(12);
    for (const commitId of acknowledged) expect([commitId, commits.has(commitId)]).toEqual([commitId, true]);
    for (const [commitId, records] of commits) {
      expect(records.map(({ stream }) => stream.split('/')[0])).toEqual(['one', 'one', 'all']);
      expect(await store.lookup(`done/${commitId}`)).toBeDefined();
    }
    await store.commit(commitTo('a/1', 0));
    await store.close();
    const raw = new SqliteDatabase(journal.file, { readonly: true });
    expect(raw.pragma('integrity_check', { simple: true })).toBe('ok');
    raw.close();
  });

  test('A80 creators killed at random leave nothing in the way of the next', async () => {
    for (let round = 0; round < 5; round += 1) {
      const creators = ['a', 'b'].map((name) => Child.run('commit-forever.mjs', journal.file, `${name}${round}`));
      for (const creator of creators) await creator.line();
      // From before the first file to after the first commit.
      await sleep(Math.random() * 25);
      await Promise.all(creators.map((creator) => creator.kill()));
    }
    const store = journal.open();
    await store.commit(commitTo('a/1', 0));
    const commits = recordsByCommit(await verifiedRecords(store));
    expect([...commits.values()].filter((records) => records.length !== 3)).toHaveLength(1);
  });
});
