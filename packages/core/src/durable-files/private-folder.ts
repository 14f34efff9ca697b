// SPDX-License-Identifier: Apache-2.0
import type { Stats } from 'node:fs';
import { lstat, mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { CountersignError } from '../errors/index.js';
import { errnoOf, withFileErrors } from './file-error.js';
import { syncFolder } from './sync-folder.js';

const WRITABLE_BY_OTHERS = 0o022;

/**
 * Makes sure that `path` is a folder that only this user can write: made durably with mode 0700 where it is missing, as
 * are its parents; refused where it is a link, not a folder, another user's, or writable by others. Who can write its
 * parent could swap it for another folder, but not for one that this user owns.
 * @throws `state-unsafe`, `storage-full`, `unavailable`
 */
export async function requirePrivateFolder(path: string): Promise<void> {
  const folder = resolve(path);
  await withFileErrors(async () => {
    requirePrivate((await statOf(folder)) ?? (await makeFolder(folder)));
  });
}

async function statOf(folder: string): Promise<Stats | undefined> {
  try {
    return await lstat(folder);
  } catch (thrown) {
    if (errnoOf(thrown) === 'ENOENT') return undefined;
    throw thrown;
  }
}

async function makeFolder(folder: string): Promise<Stats> {
  const firstMade = (await mkdir(folder, { recursive: true, mode: 0o700 })) ?? folder;
  // Each new name is durable only once the folder that holds it is.
  for (let made = folder; made.length >= firstMade.length; made = dirname(made)) await syncFolder(dirname(made));
  return lstat(folder);
}

function requirePrivate(found: Stats): void {
  if (!found.isDirectory()) throw new CountersignError('state-unsafe', { details: { reason: 'not-a-folder' } });
  if (process.getuid !== undefined && found.uid !== process.getuid())
    throw new CountersignError('state-unsafe', { details: { reason: 'other-owner' } });
  if ((found.mode & WRITABLE_BY_OTHERS) !== 0)
    throw new CountersignError('state-unsafe', { details: { reason: 'writable-by-others' } });
}
