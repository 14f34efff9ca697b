// SPDX-License-Identifier: Apache-2.0
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from '@jest/globals';
import { SqliteEngineStore } from '../src/index.js';

/** A folder for each test of the file, with a path in it at which no journal lies yet. */
export function temporaryJournal() {
  let folder = '';
  const opened: SqliteEngineStore[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countersign-store-'));
  });
  afterEach(async () => {
    await Promise.allSettled(opened.splice(0).map((store) => store.close()));
    await rm(folder, { recursive: true });
  });

  return {
    get folder() {
      return folder;
    },
    get file() {
      return join(folder, 'journal.sqlite');
    },
    /** A store over it, closed after the test. */
    open(options: { readonly busyTimeoutMs?: number } = {}) {
      const store = new SqliteEngineStore({ file: join(folder, 'journal.sqlite'), ...options });
      opened.push(store);
      return store;
    },
  };
}
