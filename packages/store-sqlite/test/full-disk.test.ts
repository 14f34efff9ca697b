// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { applyCommit } from '../src/commit.js';
import { openOrCreate } from '../src/database.js';
import { prepareStatements } from '../src/statements.js';
import { codedError } from '../src/vendor-errors.js';
import { Child } from './processes/child.js';
import { commitTo, verifiedRecords } from './sample-commits.js';
import { temporaryJournal } from './temporary-journal.js';

describe('full disk', () => {
  const journal = temporaryJournal();

  test('A80 a database that may not grow refuses with storage-full, keeps what it had, and goes on when it may', async () => {
    const database = openOrCreate(journal.file);
    const statements = prepareStatements(database);
    const commit = (n: number) => {
      const request = {
        ...commitTo(`a/${n}`, 0, { kind: 'take', key: `k${n}`, value: 'x'.repeat(5000) }),
        commitId: `c${n}`,
      };
      return database.transaction(() => applyCommit(statements, request, 0)).immediate();
    };
    commit(0);
    database.pragma(`max_page_count = ${Number(database.pragma('page_count', { simple: true })) + 4}`);
    let committed = 1;
    let code = 'none';
    while (code === 'none') {
      try {
        commit(committed);
        committed += 1;
      } catch (error) {
        code = codedError(error).code;
      }
    }
    expect(code).toBe('storage-full');
    const store = journal.open();
    expect(await verifiedRecords(store)).toHaveLength(committed);
    expect(await store.list('', { limit: 1000 })).toHaveLength(committed);
    database.pragma('max_page_count = 100000');
    commit(committed);
    expect(await verifiedRecords(store)).toHaveLength(committed + 1);
    database.close();
  });

  test('A80 a process that may write no more fails with a code, half of nothing, and the journal stays usable', async () => {
    const script = join(import.meta.dirname, 'processes', 'fill-disk.mjs');
    const child = new Child('/bin/sh', ['-c', 'ulimit -f 512; exec "$0" "$@"', process.execPath, script, journal.file]);
    const lines = await child.rest();
    await child.ended();
    const [commitId = '', code, records] = lines.at(-1)?.split(' ') ?? [];
    const acknowledged = lines.slice(0, -1);
    expect(acknowledged.length).toBeGreaterThan(2);
    expect(['storage-full', 'unavailable']).toContain(code);
    expect(Number(records)).toBe(acknowledged.length * 2);

    const store = journal.open();
    const kept = await verifiedRecords(store);
    expect(new Set(kept.map((record) => record.commitId))).toEqual(new Set(acknowledged));
    expect(kept).toHaveLength(acknowledged.length * 2);
    await store.commit({ ...commitTo('a/1', 0), commitId });
    expect(await verifiedRecords(store)).toHaveLength(kept.length + 1);
  });
});
