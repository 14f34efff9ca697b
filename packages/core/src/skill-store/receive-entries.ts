// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { withFileErrors } from '../durable-files/index.js';
import { CountersignError } from '../errors/index.js';
import type { Digest } from '../ids.js';
import { EntryCheck } from '../material/entry-check.js';
import { guarded, requireNotAborted } from '../material/guarded.js';
import { createManifest, type Manifest, type ManifestFile, type MaterialLimits } from '../material/manifest.js';
import type { MaterialEntry } from '../material/material-source.js';
import { startTimeLimit } from '../material/time-limit.js';
import { LONGEST_STAGE_MS } from './incoming-tree.js';
import { filesOf, manifestOf } from './store-layout.js';
import { encodeManifest } from './stored-tree.js';

/** Never onto anything that is there, and never through a link. */
const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/**
 * Writes every entry below the tree, hashing the bytes on their way, and at last its manifest. The material layer has
 * checked paths and limits; they are checked again here, because this is where a path becomes one of the disk.
 */
export async function receiveEntries(
  entries: AsyncIterable<MaterialEntry>,
  tree: string,
  limits: MaterialLimits,
  signal: AbortSignal,
): Promise<Manifest> {
  const timeLimit = startTimeLimit(Math.min(limits.timeoutMs, LONGEST_STAGE_MS), signal);
  try {
    const manifest = createManifest(await receiveFiles(entries, tree, limits, timeLimit.signal));
    await withFileErrors(() => writeFile(manifestOf(tree), encodeManifest(manifest), { flag: 'wx', mode: 0o600 }));
    requireNotAborted(timeLimit.signal);
    return manifest;
  } finally {
    timeLimit.end();
  }
}

/** Tells a source that nobody reads on. Not awaited: a generator that hangs cannot return before its pending step ends. */
export function letGo(iterator: AsyncIterator<unknown>): void {
  const closing = async () => iterator.return?.();
  void closing().catch(() => undefined);
}

async function receiveFiles(
  entries: AsyncIterable<MaterialEntry>,
  tree: string,
  limits: MaterialLimits,
  signal: AbortSignal,
): Promise<readonly ManifestFile[]> {
  const files: ManifestFile[] = [];
  const check = new EntryCheck(limits);
  const made = new Set<string>();
  for await (const entry of guarded(entries, signal)) {
    check.accept({ kind: 'file', path: entry.path, size: entry.size });
    const path = join(filesOf(tree), entry.path);
    if (!made.has(dirname(path))) await withFileErrors(() => mkdir(dirname(path), { recursive: true, mode: 0o700 }));
    made.add(dirname(path));
    files.push(await receiveFile(entry, path, signal));
  }
  return files;
}

async function receiveFile(entry: MaterialEntry, path: string, signal: AbortSignal): Promise<ManifestFile> {
  const hash = createHash('sha256');
  let size = 0;
  await using file = await withFileErrors(() => open(path, NEW_FILE, entry.executable ? 0o700 : 0o600));
  for await (const chunk of guarded(entry.body, signal)) {
    size += chunk.byteLength;
    // Before the bytes are written: an endless body must not fill the disk.
    if (size > entry.size) break;
    hash.update(chunk);
    await withFileErrors(() => file.writeFile(chunk));
  }
  if (size !== entry.size)
    throw new CountersignError('material-size-mismatch', { details: { announcedBytes: entry.size } });
  return { path: entry.path, executable: entry.executable, size, sha256: hash.digest('hex') as Digest };
}
