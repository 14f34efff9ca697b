// SPDX-License-Identifier: Apache-2.0
// #region open
import { join } from 'node:path';
import { SqliteEngineStore } from '@countersign/store-sqlite';

export function openJournal(stateFolder: string): SqliteEngineStore {
  return new SqliteEngineStore({ file: join(stateFolder, 'journal.sqlite') });
}
// #endregion open
