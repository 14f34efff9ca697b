// SPDX-License-Identifier: Apache-2.0
import { chmod } from 'node:fs/promises';
import { errnoOf } from '../durable-files/index.js';
import { observeTree, pathOf } from './observe-tree.js';

/** What the owner needs to move and empty a folder, and to read a file before it is kept aside. */
const NEEDED = { folder: 0o700n, sealed: 0o700n, file: 0o400n, link: 0n, other: 0n } as const;

/**
 * Lets the owner into a tree again. A folder without write permission cannot be moved or emptied, so an agent could keep a
 * revoked skill in place by sealing it. What belongs to another user stays as it is.
 */
export async function unseal(place: string): Promise<void> {
  let foundMore = false;
  for (const entry of await observeTree(place)) {
    const { mode } = entry.stat;
    const needed = NEEDED[entry.kind];
    if ((mode & needed) === needed) continue;
    const opened = await setMode(pathOf(place, entry), (mode | needed) & 0o777n);
    // What an unreadable folder holds shows only now.
    foundMore ||= opened && entry.kind === 'sealed';
  }
  if (foundMore) await unseal(place);
}

async function setMode(path: Buffer, mode: bigint): Promise<boolean> {
  try {
    await chmod(path, Number(mode));
    return true;
  } catch (thrown) {
    if (errnoOf(thrown) === 'EPERM' || errnoOf(thrown) === 'ENOENT') return false;
    throw thrown;
  }
}
