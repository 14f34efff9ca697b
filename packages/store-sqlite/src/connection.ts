// SPDX-License-Identifier: Apache-2.0
import { statSync } from 'node:fs';
import { CountersignError } from '@countersign/core';
import type { Database } from 'better-sqlite3';
import { openExisting, openOrCreate } from './database.js';
import { requireKnownSchema } from './migrations.js';
import { prepareStatements, type Statements } from './statements.js';

interface OpenJournal {
  readonly database: Database;
  readonly statements: Statements;
  readonly inode: bigint | undefined;
}

/**
 * The one connection of a store object, opened when it is first needed. Its methods do not wait, and throw what SQLite
 * throws.
 */
export class Connection {
  readonly #file: string;
  #journal: OpenJournal | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** Runs `query`, or answers `empty` where no journal was ever written. */
  read<Result>(query: (statements: Statements) => Result, empty: Result): Result {
    const journal = this.#current() ?? this.#adopt(openExisting(this.#file));
    return journal === undefined ? empty : query(journal.statements);
  }

  /** Runs `change` as one durable transaction: all of it or nothing. */
  write<Result>(change: (statements: Statements, nowMs: number) => Result): Result {
    const { database, statements } = this.#current() ?? this.#adopt(openOrCreate(this.#file));
    const transaction = database.transaction(() => {
      // A newer release may have migrated the file while this process had it open.
      requireKnownSchema(database);
      return change(statements, Date.now());
    });
    return transaction.immediate();
  }

  close(): void {
    this.#journal?.database.close();
    this.#journal = undefined;
  }

  /** @throws `unavailable` when the file was moved or replaced: what is written to the open one would be lost */
  #current(): OpenJournal | undefined {
    if (this.#journal !== undefined && inodeOf(this.#file) !== this.#journal.inode) {
      throw new CountersignError('unavailable', { details: { reason: 'file-replaced' } });
    }
    return this.#journal;
  }

  #adopt(database: Database): OpenJournal;
  #adopt(database: Database | undefined): OpenJournal | undefined;
  #adopt(database: Database | undefined): OpenJournal | undefined {
    if (database === undefined) return undefined;
    try {
      this.#journal = { database, statements: prepareStatements(database), inode: inodeOf(this.#file) };
      return this.#journal;
    } catch (error) {
      database.close();
      throw error;
    }
  }
}

function inodeOf(file: string): bigint | undefined {
  return statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;
}
