// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import type { CommitRequest, EngineStore, Lease } from '../../journal/engine-store.js';
import { allRecords, assertSame, leavesUnchanged, rejectsWith } from './expectations.js';
import type { StoreCase } from './harness.js';
import { commitOf, event, take, write } from './requests.js';

const LONG = 600_000;
const PATIENCE = 10_000;

function fenced(lease: string, token: number): CommitRequest {
  return { ...commitOf(write('a/1', 0, event({}, take('k')))), fence: { lease, token } };
}

async function refusesFence(store: EngineStore, lease: string, token: number): Promise<void> {
  await leavesUnchanged(store, () => rejectsWith('fenced-out', store.commit(fenced(lease, token))));
}

export const fenceCases: readonly StoreCase[] = [
  {
    name: 'fence: a commit goes through while its lease is held, from any store object',
    async run({ store, other }) {
      const contender = await other();
      const lease = await store.acquireLease('work', { ttlMs: LONG, waitMs: 0 });
      const fence = { lease: lease.name, token: lease.token };
      await store.commit({ ...commitOf(write('a/1', 0, event())), fence });
      await contender.commit({ ...commitOf(write('a/1', 1, event())), fence });
      assertSame((await allRecords(store)).length, 2);
    },
  },
  {
    name: 'fence: a wrong token is refused with fenced-out and writes nothing',
    async run({ store }) {
      const lease = await store.acquireLease('work', { ttlMs: LONG, waitMs: 0 });
      await refusesFence(store, lease.name, lease.token + 1);
      await refusesFence(store, lease.name, lease.token - 1);
    },
  },
  {
    name: 'fence: a lease that nobody ever held is refused with fenced-out',
    async run({ store }) {
      await refusesFence(store, 'never', 1);
      const lease = await store.acquireLease('work', { ttlMs: LONG, waitMs: 0 });
      await refusesFence(store, 'never', lease.token);
      await refusesFence(store, 'never', 0);
    },
  },
  {
    name: 'fence: a released lease is refused with fenced-out',
    async run({ store }) {
      const lease = await store.acquireLease('work', { ttlMs: LONG, waitMs: 0 });
      await lease.release();
      await refusesFence(store, lease.name, lease.token);
    },
  },
  {
    name: 'fence: a lease that was lost to another holder is refused with fenced-out',
    async run({ store, other }) {
      const contender = await other();
      const lost = await store.acquireLease('work', { ttlMs: 30, waitMs: 0 });
      const next: Lease = await contender.acquireLease('work', { ttlMs: LONG, waitMs: PATIENCE });
      await refusesFence(store, lost.name, lost.token);
      await contender.commit(fenced(next.name, next.token));
    },
  },
  {
    name: 'fence: a lease past its time is refused with fenced-out even when nobody took it',
    async run({ store }) {
      const lost = await store.acquireLease('work', { ttlMs: 20, waitMs: 0 });
      await sleep(60);
      await refusesFence(store, lost.name, lost.token);
    },
  },
];
