// SPDX-License-Identifier: Apache-2.0
import { readdir } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Child } from './processes/child.js';
import { commitTo, verifiedRecords } from './sample-commits.js';
import { temporaryJournal } from './temporary-journal.js';

const TEN_MINUTES = 600_000;
const PATIENCE = 30_000;

describe('leases of processes', () => {
  const journal = temporaryJournal();

  test('A80 the lease of a killed process is free at once, long before its time', async () => {
    const holder = Child.run('hold-lease.mjs', journal.file, String(TEN_MINUTES));
    const token = Number(await holder.line());
    const store = journal.open();
    await expect(store.acquireLease('work', { ttlMs: TEN_MINUTES, waitMs: 0 })).rejects.toMatchObject({ code: 'busy' });
    const waiting = store.acquireLease('work', { ttlMs: TEN_MINUTES, waitMs: PATIENCE });
    await holder.kill();
    const lease = await waiting;
    expect(lease.token).toBeGreaterThan(token);
    // Its lock file is gone, ours is there.
    expect(await readdir(`${journal.file}-holders`)).toHaveLength(1);
    const fence = { lease: 'work', token };
    await expect(store.commit({ ...commitTo('a/1', 0), fence })).rejects.toMatchObject({ code: 'fenced-out' });
    await store.commit({ ...commitTo('a/1', 0), fence: { lease: 'work', token: lease.token } });
  });

  test('A80 a killed holder is noticed by who comes later, without waiting', async () => {
    const holder = Child.run('hold-lease.mjs', journal.file, String(TEN_MINUTES));
    const token = Number(await holder.line());
    await holder.kill();
    const lease = await journal.open().acquireLease('work', { ttlMs: TEN_MINUTES, waitMs: 0 });
    expect(lease.token).toBeGreaterThan(token);
  });

  test('A80 a stopped process keeps its lease until its time, and is fenced out when it goes on', async () => {
    const holder = Child.run('hold-lease.mjs', journal.file, '1500');
    const token = Number(await holder.line());
    holder.signal('SIGSTOP');
    const store = journal.open();
    const lease = await store.acquireLease('work', { ttlMs: TEN_MINUTES, waitMs: PATIENCE });
    expect(lease.token).toBeGreaterThan(token);
    holder.signal('SIGCONT');
    holder.say('late');
    expect(await holder.line()).toBe('fenced-out');
    expect(await verifiedRecords(store)).toEqual([]);
  });

  test('A80 lock files that killed processes left are removed by the next holder of any lease', async () => {
    const living = Child.run('hold-lease.mjs', journal.file, '1');
    await living.line();
    const killed = Child.run('hold-lease.mjs', journal.file, '1');
    await killed.line();
    await killed.kill();
    await journal.open().acquireLease('other', { ttlMs: TEN_MINUTES, waitMs: 0 });
    expect(await readdir(`${journal.file}-holders`)).toHaveLength(2);
  });

  test('A80 the lease of a worker thread is free once the thread was ended', async () => {
    const worker = new Worker(join(import.meta.dirname, 'processes', 'hold-lease.mjs'), {
      argv: [journal.file, String(TEN_MINUTES)],
      stdout: true,
      stdin: true,
    });
    const [said] = (await once(worker.stdout, 'data')) as [Buffer];
    const store = journal.open();
    await expect(store.acquireLease('work', { ttlMs: TEN_MINUTES, waitMs: 0 })).rejects.toMatchObject({ code: 'busy' });
    await worker.terminate();
    const lease = await store.acquireLease('work', { ttlMs: TEN_MINUTES, waitMs: PATIENCE });
    expect(lease.token).toBeGreaterThan(Number(said.toString()));
  });
});
