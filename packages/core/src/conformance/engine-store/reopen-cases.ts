// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { allKeys, allRecords, assertSame, outcomeOf, rejectsWith } from './expectations.js';
import type { MediumCase } from './harness.js';
import { commitOf, event, release, take, taking, write } from './requests.js';

const LONG = 600_000;
const PATIENCE = 10_000;

export const reopenCases: readonly MediumCase[] = [
  {
    name: 'reopen: keeps records and keys, and goes on from them',
    async run(open) {
      const before = await open();
      await before.commit(
        commitOf(write('a/1', 0, event({ n: 1 }, take('k', 1), take('gone'))), write('a/2', 0, event())),
      );
      await before.commit(commitOf(write('a/1', 1, event({ n: 2 }, release('gone')))));
      const records = await allRecords(before);
      await before.close();
      const after = await open();
      assertSame(await allRecords(after), records);
      assertSame(await allKeys(after), [{ key: 'k', value: 1 }]);
      await rejectsWith('claim-taken', after.commit(taking('k')));
      await rejectsWith('revision-conflict', after.commit(commitOf(write('a/1', 1, event()))));
      const [next] = await after.commit(commitOf(write('a/1', 2, event())));
      assert.equal(next?.position, 4);
      assert.equal(next?.previous, records.at(-1)?.digest);
    },
  },
  {
    name: 'reopen: committing an id again returns the first result',
    async run(open) {
      const before = await open();
      const request = commitOf(write('a/1', 0, event({ n: 1 }, take('k'))));
      const first = await before.commit(request);
      await before.commit(commitOf(write('a/1', 1, event())));
      await before.close();
      const after = await open();
      assertSame(await after.commit(request), first);
      await rejectsWith('commit-id-reused', after.commit({ ...request, writes: [write('a/3', 0, event())] }));
      assert.equal((await allRecords(after)).length, 2);
    },
  },
  {
    name: 'reopen: lease tokens go on growing, and an old token stays fenced out',
    async run(open) {
      const before = await open();
      const old = await before.acquireLease('work', { ttlMs: LONG, waitMs: 0 });
      await before.close();
      const after = await open();
      const next = await after.acquireLease('work', { ttlMs: LONG, waitMs: 0 });
      assert.ok(next.token > old.token);
      const fence = { lease: old.name, token: old.token };
      await rejectsWith('fenced-out', after.commit({ ...commitOf(write('a/1', 0, event())), fence }));
    },
  },
  {
    name: 'shared: what one store object committed, every other sees at once',
    async run(open) {
      const [one, two] = [await open(), await open()];
      assertSame(await allRecords(two), []);
      await one.commit(commitOf(write('a/1', 0, event({ n: 1 }, take('k', 1)))));
      assertSame(await allRecords(two), await allRecords(one));
      assertSame(await two.lookup('k'), { key: 'k', value: 1 });
      await two.commit(commitOf(write('a/1', 1, event({ n: 2 }, release('k')))));
      assertSame(await allRecords(one), await allRecords(two));
      assert.equal(await one.lookup('k'), undefined);
    },
  },
  {
    name: 'close: frees the leases of this store object and of no other',
    async run(open) {
      const [one, two] = [await open(), await open()];
      await one.acquireLease('of one', { ttlMs: LONG, waitMs: 0 });
      await two.acquireLease('of two', { ttlMs: LONG, waitMs: 0 });
      const waiting = two.acquireLease('of one', { ttlMs: LONG, waitMs: PATIENCE });
      await one.close();
      await waiting;
      const three = await open();
      await rejectsWith('busy', three.acquireLease('of two', { ttlMs: LONG, waitMs: 0 }));
    },
  },
  {
    name: 'close: while commits run each is either durable or refused with closed',
    async run(open) {
      const [store, witness] = [await open(), await open()];
      const running = Array.from({ length: 20 }, (_, n) =>
        outcomeOf(store.commit(commitOf(write(`a/${n}`, 0, event())))),
      );
      await store.close();
      const outcomes = await Promise.all(running);
      const durable = new Set((await allRecords(witness)).map(({ stream }) => stream as string));
      assertSame(
        outcomes,
        outcomes.map((_, n) => (durable.has(`a/${n}`) ? 'resolved' : 'closed')),
      );
    },
  },
];
