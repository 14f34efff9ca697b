// SPDX-License-Identifier: Apache-2.0
import { CountersignError } from '../errors/index.js';
import { ByteReader } from './byte-reader.js';
import { EntryCheck } from './entry-check.js';
import { guarded } from './guarded.js';
import { gunzip } from './gunzip.js';
import type { MaterialLimits } from './manifest.js';
import type { MaterialEntry } from './material-source.js';
import { readTar } from './tar-reader.js';

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);

export interface UnpackOptions {
  /** Folder in the archive whose files are wanted, without slashes at the ends; '' for all. */
  readonly root: string;
  readonly limits: MaterialLimits;
  readonly signal: AbortSignal;
}

/**
 * Unpacks a tar archive, gzip or plain, in constant memory and no faster than its entries are consumed. The archive is
 * refused as a whole: entries outside `root` are checked like the others, and the limits count them and the packed bytes
 * too. Only when the last byte is known to be right does the generator end without an error; until then nothing may count
 * as complete. Leaving early, an error or the signal closes `bytes`.
 * @throws `archive-*`, `entry-*`, `path-*`, `material-too-large`, `material-too-many-files`; what `bytes` throws if it is
 *   coded, else `source-unreachable`; `aborted`, or the reason of the signal if it is coded
 */
export async function* unpackArchive(
  bytes: AsyncIterable<Uint8Array>,
  { root, limits, signal }: UnpackOptions,
): AsyncGenerator<MaterialEntry> {
  const leaving = new AbortController();
  const guardedBytes = guarded(bytes, AbortSignal.any([signal, leaving.signal]));
  const packed = new ByteReader(atMost(limits.maxBytes, guardedBytes));
  const check = new EntryCheck(limits);
  let unpacked = packed;
  try {
    const isGzip = (await packed.peek(2)).equals(GZIP_MAGIC);
    if (isGzip) unpacked = new ByteReader(gunzip(packed, limits.maxRatio));
    for await (const member of readTar(unpacked)) {
      check.accept(member);
      const path = pathBelow(root, member.path);
      if (member.kind === 'folder' || path === undefined) continue;
      yield { path, executable: member.executable, size: member.size, body: member.body };
    }
  } finally {
    // First of all, so that nothing below goes on waiting for bytes that nobody wants.
    leaving.abort();
    await unpacked.close();
    await packed.close();
  }
}

/** Packed bytes can go on without ever giving a file, as empty blocks of gzip do. */
async function* atMost(maxBytes: number, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let total = 0;
  for await (const chunk of bytes) {
    total += chunk.byteLength;
    if (total > maxBytes) throw new CountersignError('material-too-large', { details: { maxBytes } });
    yield chunk;
  }
}

function pathBelow(root: string, path: string): string | undefined {
  if (root === '') return path;
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : undefined;
}
