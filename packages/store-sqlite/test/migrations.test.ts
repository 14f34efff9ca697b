// SPDX-License-Identifier: Apache-2.0
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { describe, expect, test } from '@jest/globals';
import { APPLICATION_ID, MIGRATIONS, migrate, schemaVersionOf } from '../src/migrations.js';
import { Child } from './processes/child.js';
import { commitTo, verifiedRecords } from './sample-commits.js';
import { temporaryJournal } from './temporary-journal.js';

const STEPS = [
  'CREATE TABLE first (n); INSERT INTO first VALUES (1)',
  'CREATE TABLE second (n); INSERT INTO second SELECT n FROM first',
  'INSERT INTO second VALUES (2)',
];

function withDatabase<Result>(file: string, work: (database: Database) => Result): Result {
  const database = new SqliteDatabase(file);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

const rowsOf = (database: Database, table: string) => database.prepare(`SELECT n FROM ${table}`).pluck().all();

describe('migrations', () => {
  const journal = temporaryJournal();

  test('A83 they are applied in order, each once', () => {
    withDatabase(journal.file, (database) => {
      migrate(database, STEPS.slice(0, 1));
      expect(schemaVersionOf(database)).toBe(1);
      migrate(database, STEPS);
      migrate(database, STEPS);
      expect(schemaVersionOf(database)).toBe(3);
      expect(rowsOf(database, 'second')).toEqual([1, 2]);
    });
  });

  test('A83 one that fails changes nothing, and those before it stay', () => {
    withDatabase(journal.file, (database) => {
      const failing = [...STEPS.slice(0, 1), `${STEPS[1]}; INSERT INTO nowhere VALUES (1)`];
      expect(() => migrate(database, failing)).toThrow('nowhere');
      expect(schemaVersionOf(database)).toBe(1);
      expect(() => rowsOf(database, 'second')).toThrow('no such table');
      migrate(database, STEPS);
      expect(rowsOf(database, 'second')).toEqual([1, 2]);
    });
  });

  test('A83 a process killed inside one leaves the version before it, and the next process goes on', async () => {
    const child = Child.run('migrate.mjs', journal.file, STEPS[0] ?? '', `${STEPS[1]}; SELECT die()`);
    await child.line();
    child.say('go');
    expect(await child.rest()).toEqual([]);
    withDatabase(journal.file, (database) => {
      expect(schemaVersionOf(database)).toBe(1);
      expect(() => rowsOf(database, 'second')).toThrow('no such table');
      migrate(database, STEPS);
      expect(rowsOf(database, 'second')).toEqual([1, 2]);
    });
  });

  test('A83 processes that open at once apply each migration once', async () => {
    const children = [1, 2, 3].map(() => Child.run('migrate.mjs', journal.file, ...STEPS));
    for (const child of children) await child.line();
    for (const child of children) child.say('go');
    for (const child of children) await child.ended();
    withDatabase(journal.file, (database) => {
      expect(schemaVersionOf(database)).toBe(3);
      expect(rowsOf(database, 'first')).toEqual([1]);
      expect(rowsOf(database, 'second')).toEqual([1, 2]);
    });
  });
});

describe('files that are not for this release', () => {
  const journal = temporaryJournal();

  async function refusesUntouched(code: string): Promise<void> {
    const bytes = await readFile(journal.file);
    const files = await readdir(journal.folder);
    const store = journal.open();
    await expect(store.scan({ limit: 10 })).rejects.toMatchObject({ code });
    await expect(store.commit(commitTo('a/1', 0))).rejects.toMatchObject({ code });
    await expect(store.acquireLease('work', { ttlMs: 1000, waitMs: 0 })).rejects.toMatchObject({ code });
    await store.close();
    expect((await readFile(journal.file)).equals(bytes)).toBe(true);
    expect(await readdir(journal.folder)).toEqual(files);
  }

  async function makeNewer(): Promise<void> {
    const store = journal.open();
    await store.commit(commitTo('a/1', 0));
    await store.close();
    withDatabase(journal.file, (database) => database.pragma(`user_version = ${MIGRATIONS.length + 1}`));
  }

  test('A83 a newer journal is refused with store-newer, untouched', async () => {
    await makeNewer();
    await refusesUntouched('store-newer');
  });

  test('A83 a newer journal whose writer was killed keeps its write-ahead log', async () => {
    await makeNewer();
    const database = new SqliteDatabase(journal.file);
    database.exec('CREATE TABLE newer (n)');
    // What a killed process leaves: the log, and no memory that others share.
    const [bytes, log] = [await readFile(journal.file), await readFile(`${journal.file}-wal`)];
    database.close();
    await rm(journal.file);
    await writeFile(journal.file, bytes);
    await writeFile(`${journal.file}-wal`, log);
    const store = journal.open();
    await expect(store.commit(commitTo('a/1', 1))).rejects.toMatchObject({ code: 'store-newer' });
    await store.close();
    expect((await readFile(journal.file)).equals(bytes)).toBe(true);
    expect((await readFile(`${journal.file}-wal`)).equals(log)).toBe(true);
  });

  test('A83 a journal that a newer release migrates while it is open takes no more commits', async () => {
    const store = journal.open();
    await store.commit(commitTo('a/1', 0));
    withDatabase(journal.file, (database) => database.pragma(`user_version = ${MIGRATIONS.length + 1}`));
    await expect(store.commit(commitTo('a/1', 1))).rejects.toMatchObject({ code: 'store-newer' });
  });

  test('A83 another application database is refused with corrupt, untouched', async () => {
    withDatabase(journal.file, (database) => {
      database.pragma(`application_id = ${APPLICATION_ID + 1}`);
      database.exec('CREATE TABLE theirs (n)');
    });
    await refusesUntouched('corrupt');
  });

  test('A83 a database without an application id that has tables is refused with corrupt, untouched', async () => {
    withDatabase(journal.file, (database) => database.exec('CREATE TABLE records (n)'));
    await refusesUntouched('corrupt');
  });

  test('A83 a file that is no database is refused with corrupt, untouched', async () => {
    await writeFile(journal.file, 'not a database '.repeat(1000));
    await refusesUntouched('corrupt');
  });

  test('A83 an empty database takes the first commit', async () => {
    withDatabase(journal.file, (database) => database.pragma('journal_mode = WAL'));
    const store = journal.open();
    await store.commit(commitTo('a/1', 0));
    expect(await verifiedRecords(store)).toHaveLength(1);
  });
});
