// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertSame, outcomeOf, rejectsWith } from './expectations.js';
import type { StoreCase } from './harness.js';

/** Long enough that nothing in a case depends on it: what ends sooner ended for another reason. */
const LONG = 600_000;
/** The most that a case waits for something that does happen. */
const PATIENCE = 10_000;

export const leaseCases: readonly StoreCase[] = [
  {
    name: 'lease: excludes another holder of the same name, and no other name',
    async run({ store, other }) {
      const contender = await other();
      const lease = await store.acquireLease('work', { ttlMs: LONG, waitMs: 0 });
      assert.equal(lease.name, 'work');
      for (const rival of [store, contender]) {
        await rejectsWith('busy', rival.acquireLease('work', { ttlMs: LONG, waitMs: 0 }));
        await rejectsWith('busy', rival.acquireLease('work', { ttlMs: LONG, waitMs: 40 }));
      }
      await contender.acquireLease('work/other', { ttlMs: LONG, waitMs: 0 });
    },
  },
  {
    name: 'lease: of many contenders one holds it at a time, and each gets it',
    async run({ store, other }) {
      const stores = [store, await other()];
      const holding: number[] = [];
      const held: number[] = [];
      const contend = async (n: number) => {
        const lease = await (stores[n % 2] ?? store).acquireLease('work', { ttlMs: LONG, waitMs: PATIENCE });
        holding.push(n);
        assertSame(holding, [n]);
        await sleep(1);
        held.push(holding.pop() ?? -1);
        await lease.release();
      };
      await Promise.all(Array.from({ length: 8 }, (_, n) => contend(n)));
      assertSame(
        held.sort((a, b) => a - b),
        [0, 1, 2, 3, 4, 5, 6, 7],
      );
    },
  },
  {
    name: 'lease: the token grows with every holder',
    async run({ store, other }) {
      const contender = await other();
      const tokens: number[] = [];
      for (const holder of [store, contender, store, store, contender]) {
        const lease = await holder.acquireLease('work', { ttlMs: LONG, waitMs: 0 });
        tokens.push(lease.token);
        await lease.release();
      }
      assert.ok(tokens.every(Number.isSafeInteger));
      assertSame(
        tokens,
        [...new Set(tokens)].sort((a, b) => a - b),
      );
    },
  },
  {
    name: 'lease: a waiting acquire gets it after the release, and not before',
    async run({ store, other }) {
      const contender = await other();
      const lease = await store.acquireLease('work', { ttlMs: LONG, waitMs: 0 });
      let released = false;
      const waiting = contender.acquireLease('work', { ttlMs: LONG, waitMs: PATIENCE }).then((next) => {
        assert.ok(released);
        return next;
      });
      await sleep(30);
      released = true;
      await lease.release();
      assert.ok((await waiting).token > lease.token);
    },
  },
  {
    name: 'lease: an aborted signal ends the wait with aborted and leaves nothing held',
    async run({ store, other }) {
      const contender = await other();
      const early = AbortSignal.abort();
      await rejectsWith('aborted', contender.acquireLease('work', { ttlMs: LONG, waitMs: 0, signal: early }));
      const lease = await store.acquireLease('work', { ttlMs: LONG, waitMs: 0 });
      const controller = new AbortController();
      const waiting = contender.acquireLease('work', { ttlMs: LONG, waitMs: PATIENCE, signal: controller.signal });
      const outcome = rejectsWith('aborted', waiting);
      await sleep(20);
      controller.abort();
      await outcome;
      await lease.release();
      await store.acquireLease('work', { ttlMs: LONG, waitMs: 0 });
    },
  },
  {
    name: 'lease: it is lost after its time, and another holder gets it',
    async run({ store, other }) {
      const contender = await other();
      const lost = await store.acquireLease('work', { ttlMs: 30, waitMs: 0 });
      const next = await contender.acquireLease('work', { ttlMs: LONG, waitMs: PATIENCE });
      assert.ok(next.token > lost.token);
      await rejectsWith('fenced-out', lost.renew());
      await lost.release();
      await rejectsWith('busy', store.acquireLease('work', { ttlMs: LONG, waitMs: 0 }));
    },
  },
  {
    name: 'lease: it is lost after its time even when nobody else wants it',
    async run({ store }) {
      const lost = await store.acquireLease('work', { ttlMs: 20, waitMs: 0 });
      await sleep(60);
      await rejectsWith('fenced-out', lost.renew());
    },
  },
  {
    name: 'lease: renewing keeps it beyond its time',
    async run({ store, other }) {
      const contender = await other();
      // A stalled machine may miss a renewal: then nothing was learnt, and a longer time is tried.
      for (let ttlMs = 150; ; ttlMs *= 2) {
        const started = performance.now();
        const lease = await store.acquireLease(`work/${ttlMs}`, { ttlMs, waitMs: 0 });
        let renewed = started;
        let widestGapMs = 0;
        const outcomes: string[] = [];
        const record = async (call: Promise<unknown>) => {
          outcomes.push(await outcomeOf(call));
          widestGapMs = Math.max(widestGapMs, performance.now() - renewed);
        };
        while (performance.now() - started < 2 * ttlMs) {
          await sleep(ttlMs / 10);
          const now = performance.now();
          await record(lease.renew());
          renewed = now;
        }
        await record(contender.acquireLease(lease.name, { ttlMs, waitMs: 0 }));
        if (widestGapMs >= ttlMs) continue;
        assertSame(outcomes, [...Array<string>(outcomes.length - 1).fill('resolved'), 'busy']);
        return;
      }
    },
  },
  {
    name: 'lease: releasing twice does not free the next holder',
    async run({ store, other }) {
      const contender = await other();
      const first = await store.acquireLease('work', { ttlMs: LONG, waitMs: 0 });
      await first.release();
      await first.release();
      await contender.acquireLease('work', { ttlMs: LONG, waitMs: 0 });
      await first.release();
      await rejectsWith('busy', store.acquireLease('work', { ttlMs: LONG, waitMs: 0 }));
      await rejectsWith('fenced-out', first.renew());
    },
  },
];
