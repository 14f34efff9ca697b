// SPDX-License-Identifier: Apache-2.0
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { vendorCodeOf } from './vendor-errors.js';

/**
 * Makes sure that `file` exists: created empty and durably, mode 0600, in folders of mode 0700. One that exists is left as
 * it is.
 *
 * The file gets its name only after it was closed: closing any descriptor of a file drops the locks that this process has
 * on it (POSIX, fcntl), and with them those of another store over the same file.
 */
export function ensurePrivateFile(file: string): void {
  const folder = dirname(file);
  const firstMade = mkdirSync(folder, { recursive: true, mode: 0o700 });
  const aside = `${file}.${randomBytes(8).toString('hex')}.new`;
  writeFileSync(aside, '', { flag: 'wx', mode: 0o600 });
  try {
    linkSync(aside, file);
  } catch (thrown) {
    if (vendorCodeOf(thrown) !== 'EEXIST') throw thrown;
  } finally {
    rmSync(aside, { force: true });
  }
  syncFolder(folder);
  if (firstMade === undefined) return;
  // Each new name is durable only once the folder that holds it is.
  for (let made = folder; made.length >= firstMade.length; made = dirname(made)) syncFolder(dirname(made));
}

function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
