// SPDX-License-Identifier: Apache-2.0
import { parseStreamName } from '../../ids.js';
import { rejectsWith } from './expectations.js';
import type { StoreCase } from './harness.js';
import { commitOf, event, write } from './requests.js';

const LONG = 600_000;
const PATIENCE = 10_000;

export const closeCases: readonly StoreCase[] = [
  {
    name: 'close: every method then rejects with closed',
    async run({ store }) {
      const done = commitOf(write('a/1', 0, event()));
      await store.commit(done);
      await store.close();
      await rejectsWith('closed', store.commit(done));
      await rejectsWith('closed', store.commit(commitOf(write('a/2', 0, event()))));
      await rejectsWith('closed', store.lookup('k'));
      await rejectsWith('closed', store.list('', { limit: 1 }));
      await rejectsWith('closed', store.read(parseStreamName('a/1'), { limit: 1 }));
      await rejectsWith('closed', store.scan({ limit: 1 }));
      await rejectsWith('closed', store.acquireLease('work', { ttlMs: LONG, waitMs: 0 }));
    },
  },
  {
    name: 'close: a store that was never used closes and then refuses',
    async run({ store }) {
      await store.close();
      await rejectsWith('closed', store.scan({ limit: 1 }));
    },
  },
  {
    name: 'close: is idempotent, also at the same time',
    async run({ store }) {
      await store.commit(commitOf(write('a/1', 0, event())));
      await Promise.all([store.close(), store.close()]);
      await store.close();
    },
  },
  {
    name: 'close: a lease of a closed store can be released and not renewed',
    async run({ store }) {
      const lease = await store.acquireLease('work', { ttlMs: LONG, waitMs: 0 });
      await store.close();
      await lease.release();
      await rejectsWith('closed', lease.renew());
    },
  },
  {
    name: 'close: ends a waiting acquire with closed',
    async run({ store }) {
      await store.acquireLease('work', { ttlMs: LONG, waitMs: 0 });
      const waiting = rejectsWith('closed', store.acquireLease('work', { ttlMs: LONG, waitMs: PATIENCE }));
      await store.close();
      await waiting;
    },
  },
];
