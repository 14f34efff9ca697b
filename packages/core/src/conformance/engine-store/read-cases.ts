// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { parseStreamName } from '../../ids.js';
import type { EngineStore } from '../../journal/engine-store.js';
import type { JournalRecord } from '../../journal/record.js';
import { allKeys, allRecords, assertSame } from './expectations.js';
import type { StoreCase } from './harness.js';
import { commitOf, event, write } from './requests.js';

const stream = parseStreamName('a/1');
const revisions = (records: readonly JournalRecord[]) => records.map(({ revision }) => revision);
const positions = (records: readonly JournalRecord[]) => records.map(({ position }) => position);

export const readCases: readonly StoreCase[] = [
  {
    name: 'empty: a store in which nothing was committed answers nothing',
    async run({ store }) {
      assertSame(await store.read(stream, { limit: 10 }), []);
      assertSame(await allRecords(store), []);
      assertSame(await store.scan({ limit: 10, category: 'a' }), []);
      assertSame(await allKeys(store), []);
      assert.equal(await store.lookup('k'), undefined);
    },
  },
  {
    name: 'read: pages through one stream by revision',
    async run({ store }) {
      await store.commit(commitOf(write('a/1', 0, event(), event(), event()), write('a/2', 0, event())));
      await store.commit(commitOf(write('a/1', 3, event(), event())));
      assertSame(revisions(await store.read(stream, { limit: 1000 })), [1, 2, 3, 4, 5]);
      assertSame(revisions(await store.read(stream, { limit: 2 })), [1, 2]);
      assertSame(revisions(await store.read(stream, { limit: 2, fromRevision: 3 })), [3, 4]);
      assertSame(revisions(await store.read(stream, { limit: 2, fromRevision: 5 })), [5]);
      assertSame(await store.read(stream, { limit: 2, fromRevision: 6 }), []);
    },
  },
  {
    name: 'read: a stream name is matched whole, and an unknown stream is empty',
    async run({ store }) {
      const names = ['a/1', 'a/11', 'a/1/x', 'a/A', 'a/a', 'a/%', 'a/_', 'a/\u{1F511}'];
      for (const name of names) await store.commit(commitOf(write(name, 0, event({ name }))));
      for (const name of names) {
        const records = await store.read(parseStreamName(name), { limit: 10 });
        assertSame(
          records.map(({ data }) => data),
          [{ name }],
        );
      }
      assertSame(await store.read(parseStreamName('a/2'), { limit: 10 }), []);
    },
  },
  {
    name: 'scan: pages through all streams in commit order',
    async run({ store }) {
      for (let n = 0; n < 7; n += 1) await store.commit(commitOf(write(`${n % 2 === 0 ? 'b' : 'a'}/${n}`, 0, event())));
      assertSame(positions(await store.scan({ limit: 3 })), [1, 2, 3]);
      assertSame(positions(await store.scan({ limit: 3, after: 3 })), [4, 5, 6]);
      assertSame(positions(await store.scan({ limit: 3, after: 6 })), [7]);
      assertSame(await store.scan({ limit: 3, after: 7 }), []);
      assertSame(await store.scan({ limit: 3, after: 1000 }), []);
      assertSame(positions(await allRecords(store, { limit: 1 })), [1, 2, 3, 4, 5, 6, 7]);
    },
  },
  {
    name: 'scan: a category is matched whole',
    async run({ store }) {
      for (const name of ['a/1', 'ab/1', 'a-b/1', 'b/a/1', 'a/2', 'b/1'])
        await store.commit(commitOf(write(name, 0, event())));
      const found = async (category: string, after = 0, limit = 10) =>
        positions(await store.scan({ limit, after, category }));
      assertSame(await found('a'), [1, 5]);
      assertSame(await found('ab'), [2]);
      assertSame(await found('b'), [4, 6]);
      assertSame(await found('a', 1), [5]);
      assertSame(await found('a', 0, 1), [1]);
      assertSame(await found('c'), []);
    },
  },
  {
    name: 'scan: a follower misses nothing while others commit',
    async run({ store, other }) {
      const stores = [store, await other(), await other(), await other()];
      const commits = 12;
      let writing = true;
      const writers = Promise.all(stores.map((writer, n) => writeStreams(writer, `w${n}`, commits))).finally(() => {
        writing = false;
      });
      const seen: number[] = [];
      const follow = async () => {
        // The last round starts after the last commit, so it sees everything.
        for (let last = false; !last;) {
          last = !writing;
          seen.push(...positions(await allRecords(store, { limit: 7, after: seen.at(-1) ?? 0 })));
          await turn();
        }
      };
      await Promise.all([writers, follow()]);
      assertSame(
        seen,
        Array.from({ length: stores.length * commits * 3 }, (_, index) => index + 1),
      );
    },
  },
];

/** Commits of three events over two streams each, so that a reader could see half of one. */
async function writeStreams(store: EngineStore, name: string, commits: number): Promise<void> {
  for (let n = 0; n < commits; n += 1) {
    await store.commit(commitOf(write(`${name}/${n}`, 0, event(), event()), write(`${name}/all`, n, event())));
  }
}
