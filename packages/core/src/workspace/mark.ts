// SPDX-License-Identifier: Apache-2.0
import { lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf, syncFolder } from '../durable-files/index.js';
import { CountersignError } from '../errors/index.js';
import { randomId, type Randomness } from '../randomness.js';
import { createOnce } from './create-once.js';
import { withFileErrorsAs } from './file-errors-as.js';
import { readSmallFile } from './read-small-file.js';

const FOLDER = '.countersign';
const MARK = /^[0-9a-f]{32}\n$/;

/**
 * The mark of a workspace, `.countersign/workspace`: 128 random bits in hex. It is no secret; it tells the folder that asked
 * from another one that later takes its path. Its folder ignores itself in git, so that a clone starts without it.
 * @returns undefined for a workspace without one
 * @throws `workspace-unsafe` for a link, a folder, or anything else that is no mark
 */
export async function readMark(root: string): Promise<string | undefined> {
  if (!(await hasMarkFolder(root))) return undefined;
  const text = await readSmallFile(join(root, FOLDER, 'workspace'), { maxBytes: 64, unsafe: 'workspace-unsafe' });
  if (text === undefined) return undefined;
  if (!MARK.test(text)) throw new CountersignError('workspace-unsafe');
  return text.trimEnd();
}

/**
 * The mark, made where there is none. Readable by others, since people with state folders of their own may share a
 * workspace.
 * @throws `workspace-unsafe`, `storage-full`
 */
export async function ensureMark(root: string, randomness: Randomness): Promise<string> {
  const found = await readMark(root);
  if (found !== undefined) return found;
  await withFileErrorsAs('workspace-unsafe', async () => {
    if (!(await hasMarkFolder(root))) await makeMarkFolder(root);
    // First, so that git never sees the mark.
    await createOnce(join(root, FOLDER, '.gitignore'), '*\n', 0o644);
    await createOnce(join(root, FOLDER, 'workspace'), `${randomId(randomness)}\n`, 0o644);
    await syncFolder(root);
  });
  // Another process may have been first.
  const made = await readMark(root);
  if (made === undefined) throw new CountersignError('workspace-unsafe');
  return made;
}

async function makeMarkFolder(root: string): Promise<void> {
  try {
    await mkdir(join(root, FOLDER), { mode: 0o755 });
  } catch (thrown) {
    if (errnoOf(thrown) !== 'EEXIST') throw thrown;
    await hasMarkFolder(root);
  }
}

/** A linked folder would let two workspaces share a mark. */
async function hasMarkFolder(root: string): Promise<boolean> {
  try {
    if ((await lstat(join(root, FOLDER))).isDirectory()) return true;
  } catch (thrown) {
    if (errnoOf(thrown) === 'ENOENT') return false;
    throw new CountersignError('workspace-unsafe', { cause: thrown });
  }
  throw new CountersignError('workspace-unsafe');
}
