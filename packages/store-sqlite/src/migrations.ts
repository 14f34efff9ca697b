// SPDX-License-Identifier: Apache-2.0
import { CountersignError } from '@countersign/core';
import type { Database } from 'better-sqlite3';

/** "CSGN", in the header of every journal: it tells ours from any other SQLite file. */
export const APPLICATION_ID = 0x4353474e;

const JOURNAL = `
  PRAGMA application_id = ${APPLICATION_ID};

  CREATE TABLE records (
    position INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    commit_id TEXT NOT NULL,
    type TEXT NOT NULL,
    data TEXT NOT NULL,
    keys TEXT NOT NULL,
    at TEXT NOT NULL,
    previous TEXT,
    digest TEXT NOT NULL,
    category TEXT NOT NULL GENERATED ALWAYS AS (substr(stream, 1, instr(stream, '/') - 1)) VIRTUAL,
    UNIQUE (stream, revision)
  ) STRICT;
  CREATE INDEX records_by_commit ON records (commit_id);
  CREATE INDEX records_by_category ON records (category);

  CREATE TABLE keys (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- Only leases that are held have a row; AUTOINCREMENT never gives a token twice, even after its row is gone.
  CREATE TABLE leases (
    token INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    holder TEXT NOT NULL,
    expires_at_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX leases_by_holder ON leases (holder);
`;

/** From an empty database to the present schema, in order. The schema version is how many were applied. */
export const MIGRATIONS: readonly string[] = [JOURNAL];

export function schemaVersionOf(database: Database): number {
  return database.pragma('user_version', { simple: true }) as number;
}

/** @throws `store-newer` */
export function requireKnownSchema(database: Database): void {
  if (schemaVersionOf(database) > MIGRATIONS.length) throw new CountersignError('store-newer');
}

/**
 * Applies what is missing, each migration in a transaction of its own: a crash leaves a whole version, and the next open
 * goes on from there. Processes that open at once take turns.
 */
export function migrate(database: Database, migrations = MIGRATIONS): void {
  const applyNext = database.transaction(() => {
    const version = schemaVersionOf(database);
    const next = migrations[version];
    // Another process was faster.
    if (next === undefined) return;
    database.exec(next);
    database.pragma(`user_version = ${version + 1}`);
  });
  while (schemaVersionOf(database) < migrations.length) applyNext.immediate();
}
