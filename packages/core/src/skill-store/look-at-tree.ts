// SPDX-License-Identifier: Apache-2.0
import { lstat } from 'node:fs/promises';
import { errnoOf } from '../durable-files/index.js';

/** Tells one thing that has a name from the next that gets it. Renaming a folder changes its ctime. */
async function identityOf(path: string): Promise<string | undefined> {
  try {
    const { ino, ctimeNs } = await lstat(path, { bigint: true });
    return `${ino}.${ctimeNs}`;
  } catch (thrown) {
    if (errnoOf(thrown) === 'ENOENT') return undefined;
    throw thrown;
  }
}

/**
 * What `look` makes of a tree; undefined when nothing has its name. Another process may move the tree away, or another
 * one in, under our eyes: half of what was seen is then of neither, and `look` looks again.
 */
export async function lookAtTree<Result>(tree: string, look: () => Promise<Result>): Promise<Result | undefined> {
  let before = await identityOf(tree);
  while (before !== undefined) {
    const result = await look();
    const after = await identityOf(tree);
    if (after === before) return result;
    before = after;
  }
  return undefined;
}
