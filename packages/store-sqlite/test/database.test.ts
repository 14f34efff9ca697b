// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import { openExisting, openOrCreate } from '../src/database.js';
import { MIGRATIONS } from '../src/migrations.js';
import { temporaryJournal } from './temporary-journal.js';

describe('the database', () => {
  const journal = temporaryJournal();

  test.each([
    ['journal_mode', 'wal'],
    ['synchronous', 2],
    ['fullfsync', 1],
    ['trusted_schema', 0],
    ['cell_size_check', 1],
    ['foreign_keys', 1],
    ['busy_timeout', 0],
    ['user_version', MIGRATIONS.length],
  ])('is opened with %s = %s, when made and when opened again', (pragma, value) => {
    for (const open of [openOrCreate, openOrCreate, openExisting]) {
      const database = open(journal.file);
      expect(database?.pragma(pragma, { simple: true })).toBe(value);
      database?.close();
    }
  });

  test('keeps a column of one type in each row', () => {
    const database = openOrCreate(journal.file);
    const tables = database.prepare("SELECT name, strict FROM pragma_table_list WHERE schema = 'main'").all();
    expect(tables).toEqual(expect.arrayContaining(['records', 'keys', 'leases'].map((name) => ({ name, strict: 1 }))));
    database.close();
  });
});
