// SPDX-License-Identifier: Apache-2.0
import { constants, type Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson, type JsonValue } from '../canonical-json.js';
import { digestOfCanonical } from '../digest.js';
import { errnoOf, withFileErrors } from '../durable-files/index.js';
import { CountersignError } from '../errors/index.js';
import type { Digest } from '../ids.js';
import type { Manifest } from '../material/manifest.js';
import type { SkillTree } from './skill-store.js';
import { LOOKING_ORDER, filesOf, isFolder, manifestOf, type StoreLayout } from './store-layout.js';

/** A manifest of 4096 files with paths of 512 bytes takes 3 MB. */
const MAX_MANIFEST_BYTES = 64 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;

const NOT_AS_WRITTEN: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ELOOP', 'ENOTDIR', 'EACCES', 'ENXIO']);

/** Whether the name is missing, a link, of another kind, or locked: all that somebody may have done to it. */
export function isNotAsWritten(thrown: unknown): boolean {
  return NOT_AS_WRITTEN.has(errnoOf(thrown));
}

interface StoredFile {
  readonly handle: FileHandle;
  readonly stats: Stats;
}

/** Opens a file for reading, and nothing but a file: never through a link, never waiting for a pipe. */
export async function openStored(path: string): Promise<StoredFile | undefined> {
  let handle: FileHandle;
  try {
    handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (thrown) {
    if (isNotAsWritten(thrown)) return undefined;
    throw thrown;
  }
  const stats = await handle.stat();
  if (stats.isFile()) return { handle, stats };
  await handle.close();
  return undefined;
}

/**
 * Each chunk is a buffer of its own: the consumer may keep it.
 * @param expectedBytes so that a small file costs a small buffer; a longer file is read to its end all the same
 */
export async function* readChunks(handle: FileHandle, expectedBytes: number): AsyncGenerator<Uint8Array> {
  // One byte more than expected shows the end in the same read.
  const length = Math.min(CHUNK_BYTES, expectedBytes + 1);
  for (;;) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length);
    if (bytesRead > 0) yield buffer.subarray(0, bytesRead);
    // A regular file gives less than was asked for only at its end.
    if (bytesRead < length) return;
  }
}

export function encodeManifest(manifest: Manifest): string {
  return canonicalJson(manifest as unknown as JsonValue);
}

/** The manifest beside the files, if it is the one that `digest` names. */
export async function readStoredManifest(tree: string, digest: Digest): Promise<Manifest | undefined> {
  // A link to a good tree is not a tree: it can be turned to another one at any time.
  if (!(await isFolder(tree))) return undefined;
  const opened = await openStored(manifestOf(tree));
  if (opened === undefined) return undefined;
  await using file = opened.handle;
  if (opened.stats.size > MAX_MANIFEST_BYTES) return undefined;
  const bytes = await file.readFile();
  // The digest is over these very bytes, so bytes that fit it are the manifest that was checked when it was written.
  return digestOfCanonical('manifest', bytes) === digest ? (JSON.parse(bytes.toString('utf8')) as Manifest) : undefined;
}

/** A tree by its digest, wherever it is by then: it stays readable when it is published. */
export class StoredTree implements SkillTree {
  constructor(
    private readonly layout: StoreLayout,
    readonly digest: Digest,
    readonly manifest: Manifest,
  ) {}

  async *read(path: string): AsyncIterable<Uint8Array> {
    const opened = await withFileErrors(() => this.#open(path));
    if (opened === undefined) throw new CountersignError('store-bytes-missing');
    await using file = opened.handle;
    yield* readChunks(file, opened.stats.size);
  }

  async #open(path: string): Promise<StoredFile | undefined> {
    // Only names of the manifest ever become part of a path here.
    if (!this.manifest.files.some((file) => file.path === path)) return undefined;
    for (const shelf of LOOKING_ORDER) {
      const opened = await openStored(join(filesOf(this.layout.tree(shelf, this.digest)), path));
      if (opened !== undefined) return opened;
    }
    return undefined;
  }
}
