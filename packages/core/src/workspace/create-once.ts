// SPDX-License-Identifier: Apache-2.0
import { link, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errnoOf, syncFolder } from '../durable-files/index.js';
import { randomId, systemRandomness } from '../randomness.js';

/**
 * Makes a file that is never replaced: of several writers the first one wins, and nobody ever reads half of it. The caller
 * reads the file afterwards to learn what is in it. Needs a file system with hard links, as a rename would replace.
 * A crash can leave `<path>.<random>.tmp`, which nobody reads. Throws what the file system answers.
 */
export async function createOnce(path: string, text: string, mode: number): Promise<void> {
  const aside = `${path}.${randomId(systemRandomness)}.tmp`;
  try {
    await writeSynced(aside, text, mode);
    await link(aside, path);
  } catch (thrown) {
    if (errnoOf(thrown) !== 'EEXIST') throw thrown;
  } finally {
    await rm(aside, { force: true });
  }
  await syncFolder(dirname(path));
}

async function writeSynced(path: string, text: string, mode: number): Promise<void> {
  await using file = await open(path, 'wx', mode);
  await file.writeFile(text);
  await file.sync();
}
