// SPDX-License-Identifier: Apache-2.0
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from '../material/manifest.js';
import { forEachBounded } from './for-each-bounded.js';
import { foldersOf } from './manifest-folders.js';
import { filesOf, manifestOf } from './store-layout.js';

/**
 * Makes all of a written tree durable. All at once, since nothing looks at the tree before its rename: a journaling file
 * system then commits many syncs together.
 */
export async function syncTree(tree: string, manifest: Manifest): Promise<void> {
  const files = manifest.files.map(({ path }) => join(filesOf(tree), path));
  const folders = [...foldersOf(manifest)].map((folder) => join(filesOf(tree), folder));
  await forEachBounded([...files, manifestOf(tree), ...folders, tree], async (path) => {
    await using handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    await handle.sync();
  });
}
