// SPDX-License-Identifier: Apache-2.0
import { sealCommit } from '@countersign/core';
import SqliteDatabase from 'better-sqlite3';
import { rowInserter, rowsOf, typicalCommit } from '../fixtures/journal.mjs';

/**
 * The same rows in the same tables under the same pragmas, in one transaction, and nothing else: no head is read, nothing
 * is sealed, no answer is read back.
 * @param {string} file a journal
 */
export function openRawJournal(file) {
  const database = new SqliteDatabase(file, { fileMustExist: true });
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'fullfsync = ON']) database.pragma(pragma);
  for (const pragma of ['trusted_schema = OFF', 'cell_size_check = ON', 'foreign_keys = ON']) database.pragma(pragma);
  const insert = database.transaction(rowInserter(database));
  let position = /** @type {number} */ (database.prepare('SELECT max(position) FROM records').pluck().get());
  return {
    /** Makes the rows beforehand. @returns {() => unknown} the commit */
    prepare() {
      const rows = rowsOf(sealCommit(typicalCommit(), position, () => undefined));
      position += rows.records.length;
      return () => insert.immediate(rows);
    },
    close: () => database.close(),
  };
}
