// SPDX-License-Identifier: Apache-2.0
import { rmdir, unlink } from 'node:fs/promises';
import { errnoOf } from '../durable-files/index.js';
import type { Manifest } from '../material/manifest.js';
import { compareTree } from './compare-tree.js';
import { hashTree } from './hash-tree.js';
import type { Drift } from './host-adapter.js';
import { keepAside } from './keep-aside.js';
import { observeTree, pathOf } from './observe-tree.js';

/**
 * Removes a tree that stands where no host looks any more. What is not exactly of the manifest is first kept at `keptAt`.
 * Only what was seen is removed: had somebody added a file since, its folder would refuse to go, and the next call would
 * find it. A crash leaves the rest of the tree for the next call.
 * @returns what was kept, named by how it differs
 */
export async function takeApart(place: string, manifest: Manifest, keptAt: string): Promise<readonly Drift[]> {
  const tree = await observeTree(place);
  const drift = compareTree(manifest, tree, await hashTree(place, tree, manifest));
  const edits = drift.filter(({ kind }) => kind !== 'removed');
  const edited = new Set(edits.map(({ path }) => (path === '.' ? '' : path)));
  if (edited.size > 0) await keepAside(place, tree, ({ path }) => edited.has(path), keptAt);
  for (const entry of [...tree].reverse()) {
    const path = pathOf(place, entry);
    await (entry.kind === 'folder' || entry.kind === 'sealed' ? rmdir(path) : unlink(path)).catch(unlessGone);
  }
  return edits;
}

function unlessGone(thrown: unknown): void {
  if (errnoOf(thrown) !== 'ENOENT') throw thrown;
}
