// SPDX-License-Identifier: Apache-2.0
import { tokens, type Plugin } from '@countersign/core';
import { SqliteEngineStore, type SqliteEngineStoreOptions } from './sqlite-engine-store.js';

/** Binds the journal to a SQLite file. Nothing is made on disk before the first commit. */
export function sqliteStore(options: SqliteEngineStoreOptions): Plugin {
  return {
    name: 'store-sqlite',
    register: (registry) => registry.bind(tokens.engineStore, () => new SqliteEngineStore(options)),
  };
}
