// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Digest } from '../ids.js';
import type { Manifest, ManifestFile } from '../material/manifest.js';
import { forEachBounded } from './for-each-bounded.js';
import { lookAtTree } from './look-at-tree.js';
import { foldersOf } from './manifest-folders.js';
import { filesOf } from './store-layout.js';
import { isNotAsWritten, openStored, readChunks, readStoredManifest } from './stored-tree.js';

/** `paths` is empty when it is the manifest, or what lies beside it, that was changed. */
export type TreeCheck =
  | { readonly kind: 'intact'; readonly manifest: Manifest }
  | { readonly kind: 'altered'; readonly paths: readonly string[] }
  | { readonly kind: 'absent' };

/** Set-id and sticky bits, and write permission for others: no file of ours has them. */
const FOREIGN_MODE_BITS = 0o7022;

/** Hashes every file and looks at every name, so that a change, an addition and a removal are all noticed. */
export async function verifyTree(tree: string, digest: Digest): Promise<TreeCheck> {
  return (await lookAtTree(tree, () => compare(tree, digest))) ?? { kind: 'absent' };
}

async function compare(tree: string, digest: Digest): Promise<TreeCheck> {
  const manifest = await readStoredManifest(tree, digest);
  if (manifest === undefined || !(await holdsOnlyItsOwn(tree))) return { kind: 'altered', paths: [] };
  const altered = new Set(await unlistedNames(filesOf(tree), manifest));
  await forEachBounded(manifest.files, async (file) => {
    if (!(await isAsListed(join(filesOf(tree), file.path), file))) altered.add(file.path);
  });
  return altered.size === 0 ? { kind: 'intact', manifest } : { kind: 'altered', paths: [...altered].sort() };
}

async function holdsOnlyItsOwn(tree: string): Promise<boolean> {
  const entries = await entriesOf(tree);
  return entries.length === 2 && entries.some((entry) => entry.name === 'files' && entry.isDirectory());
}

/** Names of whatever the manifest does not list: files, folders (even empty ones), links, pipes. */
async function unlistedNames(root: string, manifest: Manifest): Promise<string[]> {
  const files = new Set(manifest.files.map(({ path }) => path));
  const folders = foldersOf(manifest);
  const unlisted: string[] = [];
  for (const folder of folders) {
    for (const entry of await entriesOf(join(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      const listed = entry.isDirectory() ? folders.has(path) : entry.isFile() && files.has(path);
      if (!listed) unlisted.push(path);
    }
  }
  return unlisted;
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (thrown) {
    // A folder that is gone takes its files with it, and those are reported.
    if (isNotAsWritten(thrown)) return [];
    throw thrown;
  }
}

async function isAsListed(path: string, listed: ManifestFile): Promise<boolean> {
  const opened = await openStored(path);
  if (opened === undefined) return false;
  await using file = opened.handle;
  const { size, mode } = opened.stats;
  if (size !== listed.size || (mode & FOREIGN_MODE_BITS) !== 0) return false;
  if (((mode & 0o111) !== 0) !== listed.executable) return false;
  const hash = createHash('sha256');
  for await (const chunk of readChunks(file, size)) hash.update(chunk);
  return hash.digest('hex') === listed.sha256;
}
