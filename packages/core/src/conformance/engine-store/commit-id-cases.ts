// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { addMilliseconds } from '../../instant.js';
import { allRecords, assertSame, leavesUnchanged, rejectsWith } from './expectations.js';
import type { StoreCase } from './harness.js';
import { AT, commitOf, event, release, take, write } from './requests.js';

export const commitIdCases: readonly StoreCase[] = [
  {
    name: 'commit id: committing it again returns the first result and writes nothing',
    async run({ store, other }) {
      const request = commitOf(write('a/1', 0, event({ n: 1 }, take('k')), event()), write('a/2', 0, event()));
      const first = await store.commit(request);
      const second = await other();
      await leavesUnchanged(store, async () => {
        assertSame(await store.commit(request), first);
        assertSame(await second.commit(request), first);
      });
    },
  },
  {
    name: 'commit id: committing it again after later commits returns the first result',
    async run({ store }) {
      const request = commitOf(write('a/1', 0, event({ n: 1 }, take('k'))));
      const first = await store.commit(request);
      await store.commit(commitOf(write('a/1', 1, event({}, release('k')))));
      await store.commit(commitOf(write('a/1', 2, event({}, take('k', 'held by another')))));
      await leavesUnchanged(store, async () => assertSame(await store.commit(request), first));
    },
  },
  {
    name: 'commit id: committing it again at a later time returns the first result',
    async run({ store }) {
      const request = commitOf(write('a/1', 0, event()));
      const first = await store.commit(request);
      assertSame(await store.commit({ ...request, at: addMilliseconds(AT, 60_000) }), first);
    },
  },
  {
    name: 'commit id: committing it again after its lease was released returns the first result',
    async run({ store }) {
      const lease = await store.acquireLease('work', { ttlMs: 600_000, waitMs: 0 });
      const request = { ...commitOf(write('a/1', 0, event())), fence: { lease: lease.name, token: lease.token } };
      const first = await store.commit(request);
      await lease.release();
      assertSame(await store.commit(request), first);
    },
  },
  {
    name: 'commit id: different content is refused with commit-id-reused',
    async run({ store }) {
      const request = commitOf(write('a/1', 0, event({ n: 1 }, take('k', 1))), write('a/2', 0, event()));
      await store.commit(request);
      const different = [
        [write('a/1', 0, event({ n: 2 }, take('k', 1))), write('a/2', 0, event())],
        [write('a/1', 0, event({ n: 1 }, take('k', 2))), write('a/2', 0, event())],
        [write('a/1', 0, event({ n: 1 }, take('k', 1)))],
        [write('a/1', 0, event({ n: 1 }, take('k', 1))), write('a/2', 0, event(), event())],
        [write('a/2', 0, event()), write('a/1', 0, event({ n: 1 }, take('k', 1)))],
        [write('a/1', 1, event({ n: 1 }, take('k', 1))), write('a/2', 0, event())],
        [write('b/1', 0, event())],
      ];
      await leavesUnchanged(store, async () => {
        for (const writes of different) {
          await rejectsWith('commit-id-reused', store.commit({ ...request, writes }));
        }
      });
    },
  },
  {
    name: 'commit id: concurrent commits of one id write once and all get its result',
    async run({ store, other }) {
      const stores = [store, await other()];
      const request = commitOf(write('a/1', 0, event({ n: 1 }, take('k'))));
      const results = await Promise.all(Array.from({ length: 12 }, (_, n) => (stores[n % 2] ?? store).commit(request)));
      for (const result of results) assertSame(result, results[0]);
      assert.equal((await allRecords(store)).length, 1);
    },
  },
  {
    name: 'commit id: a refused commit leaves its id free',
    async run({ store }) {
      await store.commit(commitOf(write('a/1', 0, event())));
      const refused = commitOf(write('a/1', 0, event({ n: 1 })));
      await rejectsWith('revision-conflict', store.commit(refused));
      const records = await store.commit({ ...refused, writes: [write('a/1', 1, event({ n: 2 }))] });
      assertSame(records[0]?.data, { n: 2 });
    },
  },
];
