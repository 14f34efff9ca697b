// SPDX-License-Identifier: Apache-2.0
import { appendFile, chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FsSkillStore, type SkillStore } from '@countersign/core';
import type { ReachableMedium, Tampering } from '@countersign/core/conformance';

/** A temporary state folder, and the hand of somebody who can write there. */
export async function createFsMedium(
  wrap: (store: SkillStore) => SkillStore = (store) => store,
): Promise<ReachableMedium> {
  const folder = await mkdtemp(join(tmpdir(), 'skill-store-'));
  const open = async () => new FsSkillStore({ folder });
  return {
    open: async () => wrap(await open()),
    remove: () => rm(folder, { recursive: true, force: true }),
    tamper: async (digest, change) => {
      await tamperWith(join(folder, 'skills', await (await open()).find(digest), digest), change);
    },
  };
}

async function tamperWith(tree: string, change: Tampering): Promise<void> {
  if (change.kind === 'manifest') return appendFile(join(tree, 'manifest.json'), ' ');
  const path = join(tree, 'files', change.path);
  switch (change.kind) {
    case 'change': {
      const bytes = await readFile(path);
      bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0);
      return writeFile(path, bytes);
    }
    case 'append':
      return appendFile(path, 'x');
    case 'remove':
      return rm(path);
    case 'add':
      return writeFile(path, 'added', { flag: 'wx' });
    case 'executable':
      return chmod(path, (await stat(path)).mode ^ 0o100);
  }
}
