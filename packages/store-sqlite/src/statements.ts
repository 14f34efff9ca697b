// SPDX-License-Identifier: Apache-2.0
import type { StreamHead } from '@countersign/core';
import type { Database } from 'better-sqlite3';
import type { NewRecordRow, RecordRow } from './record-row.js';

export interface LeaseRow {
  readonly token: number;
  readonly holder: string;
  readonly expires_at_ms: number;
}

/** A prepared statement that answers rows. */
interface Query<Parameters extends unknown[], Row> {
  readonly source: string;
  get(...parameters: Parameters): Row | undefined;
  all(...parameters: Parameters): Row[];
}

/** A prepared statement that changes rows. */
interface Change<Parameters extends unknown[]> {
  readonly source: string;
  run(...parameters: Parameters): { readonly changes: number; readonly lastInsertRowid: number | bigint };
}

/** Every statement that runs after opening. Each finds its rows through an index, so none grows with the journal. */
export interface Statements {
  readonly lastPosition: Query<[], { position: number | null }>;
  readonly head: Query<[stream: string], StreamHead>;
  readonly insertRecord: Change<[NewRecordRow]>;
  readonly recordsOfCommit: Query<[commitId: string], RecordRow>;
  readonly recordsOfStream: Query<[{ stream: string; fromRevision: number; limit: number }], RecordRow>;
  readonly recordsAfter: Query<[{ after: number; limit: number }], RecordRow>;
  readonly recordsOfCategory: Query<[{ category: string; after: number; limit: number }], RecordRow>;

  readonly takeKey: Change<[key: string, value: string]>;
  readonly releaseKey: Change<[key: string]>;
  readonly keyValue: Query<[key: string], { value: Uint8Array }>;
  readonly keysOfPrefix: Query<
    [{ prefix: string; after: string | null; limit: number }],
    { key: string; value: Uint8Array }
  >;

  readonly lease: Query<[name: string], LeaseRow>;
  readonly insertLease: Change<[name: string, holder: string, expiresAtMs: number]>;
  readonly extendLease: Change<[expiresAtMs: number, token: number]>;
  readonly deleteLease: Change<[token: number]>;
  readonly deleteLeasesOf: Change<[holder: string]>;
}

const RECORDS = `
  SELECT position, revision,
    CAST(stream AS BLOB) AS stream, CAST(commit_id AS BLOB) AS commit_id, CAST(type AS BLOB) AS type,
    CAST(data AS BLOB) AS data, CAST(keys AS BLOB) AS keys, CAST(at AS BLOB) AS at,
    CAST(previous AS BLOB) AS previous, CAST(digest AS BLOB) AS digest
  FROM records`;

export function prepareStatements(database: Database): Statements {
  const query = <Parameters extends unknown[], Row>(sql: string) =>
    database.prepare(sql) as unknown as Query<Parameters, Row>;
  const change = <Parameters extends unknown[]>(sql: string) => database.prepare(sql) as unknown as Change<Parameters>;
  return {
    lastPosition: query('SELECT max(position) AS position FROM records'),
    head: query('SELECT revision, digest, at FROM records WHERE stream = ? ORDER BY revision DESC LIMIT 1'),
    insertRecord: change(`
      INSERT INTO records (position, stream, revision, commit_id, type, data, keys, at, previous, digest)
      VALUES (@position, @stream, @revision, @commit_id, @type, @data, @keys, @at, @previous, @digest)`),
    recordsOfCommit: query(`${RECORDS} WHERE commit_id = ? ORDER BY position`),
    recordsOfStream: query(
      `${RECORDS} WHERE stream = @stream AND revision >= @fromRevision ORDER BY revision LIMIT @limit`,
    ),
    recordsAfter: query(`${RECORDS} WHERE position > @after ORDER BY position LIMIT @limit`),
    recordsOfCategory: query(
      `${RECORDS} WHERE category = @category AND position > @after ORDER BY position LIMIT @limit`,
    ),

    takeKey: change('INSERT INTO keys (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING'),
    releaseKey: change('DELETE FROM keys WHERE key = ?'),
    keyValue: query('SELECT CAST(value AS BLOB) AS value FROM keys WHERE key = ?'),
    // No UTF-8 text holds the byte FF, so it ends the range of what starts with the prefix. One lower bound, not two: SQLite
    // would seek to either of them and step over the rest.
    keysOfPrefix: query(`
      SELECT key, CAST(value AS BLOB) AS value FROM keys
      WHERE key >= max(@prefix, coalesce(@after, '')) AND key < @prefix || CAST(X'FF' AS TEXT) AND key IS NOT @after
      ORDER BY key LIMIT @limit`),

    lease: query('SELECT token, holder, expires_at_ms FROM leases WHERE name = ?'),
    insertLease: change('INSERT INTO leases (name, holder, expires_at_ms) VALUES (?, ?, ?)'),
    extendLease: change('UPDATE leases SET expires_at_ms = ? WHERE token = ?'),
    deleteLease: change('DELETE FROM leases WHERE token = ?'),
    deleteLeasesOf: change('DELETE FROM leases WHERE holder = ?'),
  };
}
