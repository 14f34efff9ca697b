// SPDX-License-Identifier: Apache-2.0
import { rm } from 'node:fs/promises';
import { CountersignError } from '../errors/index.js';
import { noFaults, type FaultInjector } from '../fault-points.js';
import type { Digest } from '../ids.js';
import type { Manifest } from '../material/manifest.js';
import { discardTree, takeAbandoned } from './incoming-tree.js';
import { locateOrSetAside } from './locate-tree.js';
import { looksLikeTree, moveTree, type StoreLayout } from './store-layout.js';
import { syncTree } from './sync-tree.js';
import { verifyTree } from './verify-tree.js';

/** Makes a complete incoming tree durable, then staged. Where the digest is there already, that one stays. */
export async function keepTree(
  layout: StoreLayout,
  faults: FaultInjector,
  incoming: string,
  digest: Digest,
  manifest: Manifest,
): Promise<void> {
  await syncTree(incoming, manifest);
  await faults('stage.written');
  await layout.prepare('staged');
  await moveToStaged(layout, incoming, digest);
  await faults('stage.renamed');
  await layout.sync('staged');
  await faults('stage.durable');
}

/** Ends, because each turn finds the digest intact or sets aside what stood in its place. */
async function moveToStaged(layout: StoreLayout, incoming: string, digest: Digest): Promise<void> {
  while ((await locateOrSetAside(layout, digest)).kind !== 'intact') {
    const outcome = await moveTree(incoming, layout.tree('staged', digest));
    if (outcome === 'moved') return dropSecondCopy(layout, digest);
    // Taken over as abandoned: this process was stopped for longer than any stage lasts.
    if (outcome === 'gone') throw new CountersignError('store-bytes-missing');
  }
}

/** Another process can have staged and published the digest since we looked. */
export async function dropSecondCopy(layout: StoreLayout, digest: Digest): Promise<void> {
  const staged = layout.tree('staged', digest);
  if ((await looksLikeTree(layout.tree('published', digest))) && (await looksLikeTree(staged)))
    await discardTree(layout, staged);
}

/** Keeps a tree that a crashed stage left complete; removes an incomplete one. */
export async function recoverTree(layout: StoreLayout, digest: Digest): Promise<void> {
  for await (const tree of takeAbandoned(layout, digest)) {
    const check = await verifyTree(tree, digest);
    if (check.kind === 'intact') await keepTree(layout, noFaults, tree, digest, check.manifest);
    await rm(tree, { recursive: true, force: true });
  }
}
