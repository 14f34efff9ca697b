// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { errnoOf } from '../durable-files/index.js';
import type { Digest } from '../ids.js';
import type { Manifest } from '../material/manifest.js';
import { forEachBounded } from '../skill-store/for-each-bounded.js';
import { readChunks } from '../skill-store/stored-tree.js';
import { bytesOf } from './compare-tree.js';
import { pathOf, type ObservedEntry } from './observe-tree.js';

/** What opening a file answers that was replaced since it was seen, or that may not be read. */
const NOT_READABLE: ReadonlySet<string | undefined> = new Set([
  'ENOENT',
  'ELOOP',
  'EMLINK',
  'ENXIO',
  'EACCES',
  'EPERM',
]);

/**
 * The digests of those observed files that have the name and the size of a file of the manifest; whatever else there is
 * differs already. A file that cannot be read has none. By `ObservedEntry.bytes`.
 */
export async function hashTree(
  place: string,
  tree: readonly ObservedEntry[],
  manifest: Manifest,
): Promise<ReadonlyMap<string, Digest>> {
  const sizes = new Map(manifest.files.map(({ path, size }) => [bytesOf(path), BigInt(size)]));
  const hashes = new Map<string, Digest>();
  const candidates = tree.filter(({ kind, bytes, stat }) => kind === 'file' && sizes.get(bytes) === stat.size);
  await forEachBounded(candidates, async (entry) => {
    const digest = await hashFile(pathOf(place, entry), Number(entry.stat.size));
    if (digest !== undefined) hashes.set(entry.bytes, digest);
  });
  return hashes;
}

async function hashFile(path: Buffer, expectedBytes: number): Promise<Digest | undefined> {
  try {
    // Never through a link, never waiting for a pipe that took the file's place.
    await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const hash = createHash('sha256');
    for await (const chunk of readChunks(file, expectedBytes)) hash.update(chunk);
    return hash.digest('hex') as Digest;
  } catch (thrown) {
    if (NOT_READABLE.has(errnoOf(thrown))) return undefined;
    throw thrown;
  }
}
