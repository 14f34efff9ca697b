// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { parseStreamName } from '../../ids.js';
import { ChainVerifier } from '../../journal/hash-chain.js';
import { recordDigest, sealCommit } from '../../journal/seal-commit.js';
import { allRecords, assertSame, leavesUnchanged, outcomeOf, rejectsWith } from './expectations.js';
import type { StoreCase } from './harness.js';
import { commitOf, event, release, take, write } from './requests.js';

export const commitCases: readonly StoreCase[] = [
  {
    name: 'commit: numbers positions without gaps over several streams, in request order',
    async run({ store }) {
      await store.commit(commitOf(write('b/1', 0, event({ n: 1 }), event({ n: 2 })), write('a/1', 0, event({ n: 3 }))));
      await store.commit(commitOf(write('a/1', 1, event({ n: 4 })), write('b/1', 2, event({ n: 5 }))));
      const records = await allRecords(store);
      assertSame(
        records.map(({ position, stream, data }) => [position, stream, data['n'] ?? null]),
        [
          [1, 'b/1', 1],
          [2, 'b/1', 2],
          [3, 'a/1', 3],
          [4, 'a/1', 4],
          [5, 'b/1', 5],
        ],
      );
    },
  },
  {
    name: 'commit: numbers revisions from 1 within each stream',
    async run({ store }) {
      await store.commit(commitOf(write('a/1', 0, event(), event()), write('a/2', 0, event())));
      await store.commit(commitOf(write('a/2', 1, event()), write('a/1', 2, event())));
      for (const [stream, revisions] of [
        ['a/1', [1, 2, 3]],
        ['a/2', [1, 2]],
      ] as const) {
        const records = await store.read(parseStreamName(stream), { limit: 10 });
        assertSame(
          records.map(({ revision }) => revision),
          revisions,
        );
      }
    },
  },
  {
    name: 'commit: returns the records in request order, as they are read back',
    async run({ store }) {
      const request = commitOf(
        write('b/1', 0, event({ n: 1 }, take('k', { v: 1 }))),
        write('a/1', 0, event({ n: 2 }, release('k')), event({ n: 3 })),
      );
      const returned = await store.commit(request);
      assertSame(
        returned,
        sealCommit(request, 0, () => undefined),
      );
      assertSame(await allRecords(store), returned);
    },
  },
  {
    name: 'commit: chains digests exactly as sealCommit computes them',
    async run({ store }) {
      await store.commit(commitOf(write('a/1', 0, event({ n: 1 }), event({ n: 2 })), write('a/2', 0, event())));
      await store.commit(commitOf(write('a/1', 2, event({ n: 3 }, take('k', [1, { x: null }])))));
      await store.commit(commitOf(write('a/2', 1, event()), write('a/1', 3, event({}, release('k')))));
      const verifier = new ChainVerifier();
      const records = await allRecords(store);
      assert.equal(records.length, 6);
      for (const record of records) {
        assert.equal(record.digest, recordDigest(record));
        assert.equal(verifier.next(record), undefined);
      }
    },
  },
  {
    name: 'commit: refuses revision 0 on a stream that exists with revision-conflict',
    async run({ store }) {
      await store.commit(commitOf(write('a/1', 0, event())));
      await leavesUnchanged(store, () =>
        rejectsWith('revision-conflict', store.commit(commitOf(write('a/1', 0, event())))),
      );
    },
  },
  {
    name: 'commit: refuses a wrong expected revision with revision-conflict',
    async run({ store }) {
      await store.commit(commitOf(write('a/1', 0, event(), event(), event())));
      await leavesUnchanged(store, async () => {
        for (const revision of [1, 2, 4, 1000]) {
          await rejectsWith('revision-conflict', store.commit(commitOf(write('a/1', revision, event()))));
        }
        await rejectsWith('revision-conflict', store.commit(commitOf(write('a/unknown', 1, event()))));
      });
    },
  },
  {
    name: 'commit: a conflict in one stream writes nothing to any stream or key',
    async run({ store }) {
      await store.commit(commitOf(write('a/1', 0, event({}, take('held')))));
      await leavesUnchanged(store, async () => {
        const fresh = write('a/2', 0, event({}, take('new'), release('held')));
        const stale = write('a/1', 0, event());
        await rejectsWith('revision-conflict', store.commit(commitOf(fresh, stale)));
        await rejectsWith('revision-conflict', store.commit(commitOf(stale, fresh)));
      });
    },
  },
  {
    name: 'commit: a value that cannot be encoded writes nothing to any stream or key',
    async run({ store }) {
      await leavesUnchanged(store, async () => {
        for (const value of [Number.NaN, Number.POSITIVE_INFINITY, '\ud800']) {
          const request = commitOf(write('a/1', 0, event({}, take('k'))), write('a/2', 0, event({ value })));
          await rejectsWith('value-not-encodable', store.commit(request));
        }
      });
    },
  },
  {
    name: 'commit: of concurrent commits at one revision exactly one goes through',
    async run({ store, other }) {
      const stores = [store, await other()];
      await store.commit(commitOf(write('a/1', 0, event())));
      const outcomes = await Promise.all(
        Array.from({ length: 12 }, (_, n) =>
          outcomeOf((stores[n % 2] ?? store).commit(commitOf(write('a/1', 1, event({ n }))))),
        ),
      );
      assert.deepEqual(outcomes.sort(), ['resolved', ...Array<string>(11).fill('revision-conflict')].sort());
      assert.equal((await allRecords(store)).length, 2);
    },
  },
];
