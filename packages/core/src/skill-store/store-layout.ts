// SPDX-License-Identifier: Apache-2.0
import { lstat, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf, requirePrivateFolder, syncFolder } from '../durable-files/index.js';
import { parseDigest, type Digest } from '../ids.js';

/** `incoming`: being written or thrown away. `quarantine`: altered trees, kept for inspection. */
export type Shelf = 'incoming' | 'staged' | 'published' | 'quarantine';

/** Where readers look. */
export type ReadableShelf = 'staged' | 'published';

/** Published twice: between the first look and the second, another process may have moved the tree on. */
export const LOOKING_ORDER: readonly ReadableShelf[] = ['published', 'staged', 'published'];

/**
 * Where trees lie: `<state folder>/skills/<shelf>/<name>`, each tree with its `manifest.json` and its `files`. No agent host
 * looks for skills there.
 */
export class StoreLayout {
  constructor(private readonly stateFolder: string) {}

  shelf(shelf: Shelf): string {
    return join(this.stateFolder, 'skills', shelf);
  }

  tree(shelf: ReadableShelf, digest: Digest): string {
    // Checked once more, because it becomes part of a path.
    return join(this.shelf(shelf), parseDigest(digest));
  }

  /** Makes the shelf where it is missing. @throws `state-unsafe`, `storage-full`, `unavailable` */
  async prepare(shelf: Shelf): Promise<void> {
    for (const folder of [this.stateFolder, join(this.stateFolder, 'skills'), this.shelf(shelf)])
      await requirePrivateFolder(folder);
  }

  /** Makes what was renamed there durable. A shelf that was never made has nothing to lose. */
  async sync(shelf: Shelf): Promise<void> {
    if (await isTaken(this.shelf(shelf))) await syncFolder(this.shelf(shelf));
  }
}

export function filesOf(tree: string): string {
  return join(tree, 'files');
}

export function manifestOf(tree: string): string {
  return join(tree, 'manifest.json');
}

async function typeAt(path: string): Promise<'folder' | 'file' | 'other' | undefined> {
  try {
    const found = await lstat(path);
    return found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'other';
  } catch (thrown) {
    if (errnoOf(thrown) === 'ENOENT') return undefined;
    throw thrown;
  }
}

/** Whether anything at all has that name, be it a tree or not. */
export async function isTaken(path: string): Promise<boolean> {
  return (await typeAt(path)) !== undefined;
}

export async function isFolder(path: string): Promise<boolean> {
  return (await typeAt(path)) === 'folder';
}

/** A cheap look, with no byte read. Trees appear by one rename, so a manifest means that all of it was there. */
export async function looksLikeTree(tree: string): Promise<boolean> {
  return (await isFolder(tree)) && (await typeAt(manifestOf(tree))) === 'file';
}

/**
 * Moves a tree in one step and replaces nothing: a rename onto a folder that holds something is refused by the system.
 * `taken`: the name is in use. `gone`: another process moved the tree first.
 */
export async function moveTree(from: string, to: string): Promise<'moved' | 'taken' | 'gone'> {
  try {
    await rename(from, to);
    return 'moved';
  } catch (thrown) {
    const errno = errnoOf(thrown);
    if (errno === 'ENOENT') return 'gone';
    if (errno === 'ENOTEMPTY' || errno === 'EEXIST' || errno === 'ENOTDIR') return 'taken';
    throw thrown;
  }
}

/** The names in a folder of ours; none when it was never made. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (thrown) {
    if (errnoOf(thrown) === 'ENOENT') return [];
    throw thrown;
  }
}
