// SPDX-License-Identifier: Apache-2.0
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { codedError } from './vendor-errors.js';

const LOCK_FILE = /^([0-9a-f]{32})\.lock$/;

/**
 * Shows that a store object lives: an empty SQLite file on which it keeps an exclusive transaction open. The operating
 * system drops that lock with the process, also after SIGKILL and while a stopped process keeps its own. SQLite does the
 * locking because it knows the locks of the other connections in this process, worker threads included.
 */
export class Liveness {
  readonly holder: string;
  readonly #file: string;
  readonly #lock: Database;

  private constructor(holder: string, file: string, lock: Database) {
    this.holder = holder;
    this.#file = file;
    this.#lock = lock;
  }

  /** Makes a lock file in `folder`, and removes those whose holders are dead. */
  static start(folder: string): Liveness {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (;;) {
      const holder = randomBytes(16).toString('hex');
      const file = fileOf(folder, holder);
      const lock = new SqliteDatabase(file, { timeout: 0 });
      // Whoever sweeps between our making the file and our locking it takes us for dead: then begin again.
      if (tryLock(lock) && existsSync(file)) {
        chmodSync(file, 0o600);
        sweep(folder);
        return new Liveness(holder, file, lock);
      }
      lock.close();
    }
  }

  end(): void {
    rmSync(this.#file, { force: true });
    this.#lock.close();
  }
}

/**
 * Whether the holder may still live. It is dead when its file is gone, or can be locked and so is removed here; whatever
 * else happens proves nothing, and the lease then ends with its time.
 */
export function mayLive(folder: string, holder: string): boolean {
  // No store made such a name, so none lives by it; and it must not lead out of the folder.
  if (!LOCK_FILE.test(`${holder}.lock`)) return false;
  const file = fileOf(folder, holder);
  try {
    return statSync(file, { throwIfNoEntry: false }) !== undefined && !removeIfUnlocked(file);
  } catch {
    return true;
  }
}

function removeIfUnlocked(file: string): boolean {
  const lock = new SqliteDatabase(file, { timeout: 0, fileMustExist: true });
  try {
    if (!tryLock(lock)) return false;
    rmSync(file, { force: true });
    return true;
  } finally {
    lock.close();
  }
}

function sweep(folder: string): void {
  for (const name of readdirSync(folder)) {
    const holder = LOCK_FILE.exec(name)?.[1];
    if (holder !== undefined) mayLive(folder, holder);
  }
}

function tryLock(lock: Database): boolean {
  try {
    // Without a journal in memory SQLite would leave a second file beside this one.
    lock.pragma('journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (thrown) {
    if (codedError(thrown).code === 'busy') return false;
    throw thrown;
  }
}

function fileOf(folder: string, holder: string): string {
  return join(folder, `${holder}.lock`);
}
