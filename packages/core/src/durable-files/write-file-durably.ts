// SPDX-License-Identifier: Apache-2.0
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { randomId, systemRandomness } from '../randomness.js';
import { withFileErrors } from './file-error.js';
import { syncFolder } from './sync-folder.js';

/**
 * Replaces the file at `path` by `bytes` (mode 0600) in one step: a crash at any instant leaves the old content or the new.
 * It can also leave `<path>.<random>.tmp`, which nobody reads. The folder must exist.
 * @throws `state-unsafe`, `storage-full`, `unavailable`
 */
export async function writeFileDurably(path: string, bytes: Uint8Array | string): Promise<void> {
  const aside = `${path}.${randomId(systemRandomness)}.tmp`;
  await withFileErrors(async () => {
    try {
      await writeSynced(aside, bytes);
      await rename(aside, path);
    } catch (thrown) {
      await rm(aside, { force: true }).catch(() => undefined);
      throw thrown;
    }
    await syncFolder(dirname(path));
  });
}

/** `wx` refuses a name that exists, be it a link or a file that somebody put there first. */
async function writeSynced(path: string, bytes: Uint8Array | string): Promise<void> {
  await using file = await open(path, 'wx', 0o600);
  await file.writeFile(bytes);
  await file.sync();
}
