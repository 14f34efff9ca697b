// SPDX-License-Identifier: Apache-2.0
import { parseStreamName } from '@countersign/core';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, test } from '@jest/globals';
import { openOrCreate } from '../src/database.js';
import { prepareStatements } from '../src/statements.js';
import { commitTo } from './sample-commits.js';
import { temporaryJournal } from './temporary-journal.js';

describe('hot paths', () => {
  const journal = temporaryJournal();

  test('A82 every statement finds its rows through an index and sorts nothing', () => {
    const database = openOrCreate(journal.file);
    const statements: Readonly<Record<string, { source: string }>> = { ...prepareStatements(database) };
    const plans = Object.entries(statements).map(([name, { source }]) => {
      const parameters = Object.fromEntries(
        [...source.matchAll(/@(\w+)/g)].map((match) => [match[1] ?? '', 1] as const),
      );
      const positional = Array<number>(source.split('?').length - 1).fill(1);
      const plan = database.prepare(`EXPLAIN QUERY PLAN ${source}`);
      const rows = Object.keys(parameters).length > 0 ? plan.all(parameters) : plan.all(...positional);
      return [name, rows.map((row) => (row as { detail: string }).detail)] as const;
    });
    database.close();
    expect(plans).not.toHaveLength(0);
    for (const [name, steps] of plans) {
      const bad = steps.filter((step) => /SCAN|TEMP B-TREE/.test(step));
      expect([name, bad]).toEqual([name, []]);
    }
  });

  test('A82 paging through keys seeks to the page, behind those before it', () => {
    const database = openOrCreate(journal.file);
    const { source } = prepareStatements(database).keysOfPrefix;
    const [step] = database.prepare(`EXPLAIN QUERY PLAN ${source}`).all({ prefix: 'p', after: 'p1', limit: 1 });
    database.close();
    expect(step).toMatchObject({ detail: 'SEARCH keys USING PRIMARY KEY (key>? AND key<?)' });
  });

  test('A82 one bad row blocks neither commits nor reads of anything else', async () => {
    const store = journal.open();
    await store.commit(commitTo('a/1', 0, { kind: 'take', key: 'good', value: 1 }));
    await store.commit(commitTo('a/bad', 0, { kind: 'take', key: 'bad', value: 2 }));
    await store.commit(commitTo('a/2', 0));
    const raw = new SqliteDatabase(journal.file);
    raw.exec("UPDATE records SET data = '{' WHERE position = 2; UPDATE keys SET value = '{' WHERE key = 'bad'");
    raw.close();

    await store.commit(commitTo('a/1', 1));
    await store.commit(commitTo('a/3', 0, { kind: 'take', key: 'new', value: 3 }));
    expect(await store.read(parseStreamName('a/1'), { limit: 10 })).toHaveLength(2);
    expect(await store.lookup('good')).toEqual({ key: 'good', value: 1 });
    expect(await store.scan({ limit: 1 })).toHaveLength(1);
    expect(await store.scan({ limit: 10, after: 2 })).toHaveLength(3);

    const corrupt = { code: 'corrupt', details: { position: 2 } };
    await expect(store.read(parseStreamName('a/bad'), { limit: 10 })).rejects.toMatchObject(corrupt);
    await expect(store.scan({ limit: 10 })).rejects.toMatchObject(corrupt);
    await expect(store.lookup('bad')).rejects.toMatchObject({ code: 'corrupt' });
  });
});
