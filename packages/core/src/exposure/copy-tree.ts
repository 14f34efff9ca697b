// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { chmod, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../durable-files/index.js';
import { CountersignError } from '../errors/index.js';
import { manifestDigest, type ManifestFile } from '../material/manifest.js';
import { forEachBounded } from '../skill-store/for-each-bounded.js';
import type { SkillTree } from '../skill-store/skill-store.js';
import { foldersOf } from '../skill-store/manifest-folders.js';

/**
 * Fixed modes, whatever the umask: agent hosts and teammates that run as other users read the copy, nobody else writes it,
 * and the executable bit is part of what was agreed to.
 */
const FILE_MODE = 0o644;
const EXECUTABLE_MODE = 0o755;
const FOLDER_MODE = 0o755;

/**
 * Writes the tree as new, real files into `target`, which must not exist, hashes what it writes, and makes it durable. On an
 * error the caller removes what is there.
 * @throws `store-bytes-altered` when manifest or bytes are not what the digest says
 */
export async function copyTree(tree: SkillTree, target: string): Promise<void> {
  if (manifestDigest(tree.manifest) !== tree.digest) throw new CountersignError('store-bytes-altered');
  const folders = [...foldersOf(tree.manifest)].sort();
  for (const folder of folders) {
    await mkdir(join(target, folder));
    await chmod(join(target, folder), FOLDER_MODE);
  }
  await forEachBounded(tree.manifest.files, (file) => copyFile(tree, file, join(target, file.path)));
  for (const folder of folders) await syncFolder(join(target, folder));
}

async function copyFile(tree: SkillTree, file: ManifestFile, target: string): Promise<void> {
  await using copy = await open(target, 'wx', FILE_MODE);
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of tree.read(file.path)) {
    size += chunk.byteLength;
    // Stop at once: a source that never ends must not fill the workspace.
    if (size > file.size) break;
    hash.update(chunk);
    await copy.writeFile(chunk);
  }
  if (size !== file.size || hash.digest('hex') !== file.sha256) throw new CountersignError('store-bytes-altered');
  await copy.chmod(file.executable ? EXECUTABLE_MODE : FILE_MODE);
  await copy.sync();
}
