// SPDX-License-Identifier: Apache-2.0
import { existsSync, statSync } from 'node:fs';
import { CountersignError } from '@countersign/core';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { APPLICATION_ID, migrate, requireKnownSchema, schemaVersionOf } from './migrations.js';
import { ensurePrivateFile } from './private-file.js';

/** Opens a journal, brought to the present schema. Undefined where none was ever written; nothing is created then. */
export function openExisting(file: string): Database | undefined {
  return inspect(file) === 'journal' ? connect(file) : undefined;
}

/** Opens a journal, and creates it where none was ever written. */
export function openOrCreate(file: string): Database {
  if (inspect(file) === 'missing') ensurePrivateFile(file);
  return connect(file);
}

/**
 * What lies at the path: `blank` is an empty database, left where the creator of a journal was killed. What is not ours or
 * is newer than this code is refused, and not a byte of it changes.
 * @throws `store-newer`, `corrupt`
 */
function inspect(file: string): 'missing' | 'blank' | 'journal' {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return 'missing';
  // A connection that can write would move what is left in the write-ahead log into the database when it closes.
  const readonly = existsSync(`${file}-wal`);
  const database = new SqliteDatabase(file, { readonly, fileMustExist: true, timeout: 0 });
  // In one transaction: between two reads another process may have created the journal, and half of each is neither.
  const look = database.transaction(() => {
    const applicationId = database.pragma('application_id', { simple: true });
    if (applicationId === APPLICATION_ID) {
      requireKnownSchema(database);
      return 'journal' as const;
    }
    const tables = database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get();
    if (applicationId === 0 && schemaVersionOf(database) === 0 && tables === 0) return 'blank' as const;
    throw new CountersignError('corrupt', { details: { reason: 'not-a-journal' } });
  });
  try {
    return look.deferred();
  } finally {
    database.close();
  }
}

function connect(file: string): Database {
  const database = new SqliteDatabase(file, { fileMustExist: true, timeout: 0 });
  try {
    // On a file system without shared memory SQLite keeps its old mode, and says so only here.
    if (database.pragma('journal_mode = WAL', { simple: true }) !== 'wal') {
      throw new CountersignError('unavailable', { details: { reason: 'no-write-ahead-log' } });
    }
    // A commit that was answered survives a power cut; on macOS only with a full fsync.
    database.pragma('synchronous = FULL');
    database.pragma('fullfsync = ON');
    // The file may have been written by somebody else: its schema gets to call nothing.
    database.pragma('trusted_schema = OFF');
    database.pragma('cell_size_check = ON');
    database.pragma('foreign_keys = ON');
    migrate(database);
    requireKnownSchema(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
