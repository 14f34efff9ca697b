// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import type { Digest } from '../ids.js';
import type { Manifest } from '../material/manifest.js';
import { randomId, systemRandomness } from '../randomness.js';
import type { SkillPresence } from './skill-store.js';
import { LOOKING_ORDER, isTaken, looksLikeTree, moveTree, namesIn } from './store-layout.js';
import type { ReadableShelf, StoreLayout } from './store-layout.js';
import { verifyTree } from './verify-tree.js';

/** A tree that was rehashed just now, and where it stands. */
export type Located =
  | { readonly kind: 'intact'; readonly shelf: ReadableShelf; readonly manifest: Manifest }
  | { readonly kind: 'altered'; readonly shelf: ReadableShelf; readonly paths: readonly string[] }
  | { readonly kind: 'absent' };

/** Where the tree is, by a cheap look. */
export async function presenceOf(layout: StoreLayout, digest: Digest): Promise<SkillPresence> {
  for (const shelf of LOOKING_ORDER) if (await looksLikeTree(layout.tree(shelf, digest))) return shelf;
  return 'absent';
}

/** The names of staged and published trees, ascending. */
export async function storedDigests(layout: StoreLayout): Promise<readonly Digest[]> {
  // Staged first: what is published in between is then seen twice and not missed.
  const names = [...(await namesIn(layout.shelf('staged'))), ...(await namesIn(layout.shelf('published')))];
  return [...new Set(names)].filter((name): name is Digest => /^[0-9a-f]{64}$/.test(name)).sort();
}

export async function locateTree(layout: StoreLayout, digest: Digest): Promise<Located> {
  for (const shelf of LOOKING_ORDER) {
    const check = await verifyTree(layout.tree(shelf, digest), digest);
    if (check.kind !== 'absent') return { ...check, shelf };
  }
  return { kind: 'absent' };
}

/** As `locateTree`; what turns out to be altered is in quarantine afterwards. */
export async function locateOrSetAside(layout: StoreLayout, digest: Digest): Promise<Located> {
  const located = await locateTree(layout, digest);
  if (located.kind === 'altered') await setAside(layout, located.shelf, digest);
  return located;
}

/**
 * Moves whatever stands at the tree's place into quarantine, under a name of its own: earlier ones are kept. Should another
 * process have done so first and staged anew, the new one goes too, which costs a fetch and never a wrong byte.
 */
export async function setAside(layout: StoreLayout, shelf: ReadableShelf, digest: Digest): Promise<void> {
  const tree = layout.tree(shelf, digest);
  if (!(await isTaken(tree))) return;
  await layout.prepare('quarantine');
  await moveTree(tree, join(layout.shelf('quarantine'), `${digest}.${randomId(systemRandomness)}`));
  await layout.sync('quarantine');
  await layout.sync(shelf);
}
