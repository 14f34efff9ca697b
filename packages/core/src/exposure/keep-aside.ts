// SPDX-License-Identifier: Apache-2.0
import { constants } from 'node:fs';
import { mkdir, open, readlink, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf, requirePrivateFolder } from '../durable-files/index.js';
import { readChunks } from '../skill-store/stored-tree.js';
import { pathOf, type ObservedEntry } from './observe-tree.js';

/**
 * Copies entries of `tree` that differ from what we wrote, with the folders that lead to them, to `target`, durably. Files
 * lose nothing but their times; links stay links and are not followed; a pipe or a socket holds nothing to keep. Doing it
 * again after a crash goes over what is there already.
 */
export async function keepAside(
  place: string,
  tree: readonly ObservedEntry[],
  isKept: (entry: ObservedEntry) => boolean,
  target: string,
): Promise<void> {
  const kept = tree.filter(isKept);
  const folders = tree.filter(
    ({ kind, bytes }) => kind === 'folder' && kept.some((entry) => entry.bytes === bytes || isBelow(entry, bytes)),
  );
  await requirePrivateFolder(join(target, '..'));
  for (const folder of folders) await mkdir(pathOf(target, folder), { recursive: true, mode: 0o700 });
  for (const entry of kept) await copy(entry, pathOf(place, entry), pathOf(target, entry));
  for (const folder of [...folders].reverse()) await sync(pathOf(target, folder));
  await sync(join(target, '..'));
}

function isBelow({ bytes }: ObservedEntry, folder: string): boolean {
  return folder === '' || bytes.startsWith(`${folder}/`);
}

async function copy({ kind, stat }: ObservedEntry, from: Buffer, to: Buffer): Promise<void> {
  if (kind === 'link') {
    await symlink(await readlink(from, 'buffer'), to).catch((thrown: unknown) => {
      if (errnoOf(thrown) !== 'EEXIST') throw thrown;
    });
  }
  if (kind !== 'file') return;
  await using source = await open(from, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  await using copied = await open(
    to,
    constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW,
    (stat.mode & 0o100n) === 0n ? 0o600 : 0o700,
  );
  for await (const chunk of readChunks(source, Number(stat.size))) await copied.writeFile(chunk);
  await copied.sync();
}

/** `syncFolder` takes text, and the names that people give are not always text. */
async function sync(folder: Buffer | string): Promise<void> {
  await using handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  await handle.sync();
}
