// SPDX-License-Identifier: Apache-2.0
import { DEFAULT_MATERIAL_LIMITS, unpackArchive, type MaterialLimits } from '@countersign/core';
import { inChunks } from './tar-builder.js';

export interface ReadOptions {
  readonly root?: string;
  readonly chunkBytes?: number;
  readonly limits?: MaterialLimits;
}

export interface UnpackedFile {
  readonly path: string;
  readonly executable: boolean;
  /** One character per byte. */
  readonly content: string;
}

/** Unpacks a whole archive. */
export async function readArchive(bytes: Uint8Array, options: ReadOptions = {}): Promise<readonly UnpackedFile[]> {
  const { root = '', chunkBytes = 4096, limits = DEFAULT_MATERIAL_LIMITS } = options;
  const files: UnpackedFile[] = [];
  const unpacking = { root, limits, signal: new AbortController().signal };
  for await (const { path, executable, body } of unpackArchive(inChunks(bytes, chunkBytes), unpacking)) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    files.push({ path, executable, content: Buffer.concat(chunks).toString('latin1') });
  }
  return files;
}

/** One line per file of an archive: its path, `x` or `-`, and its content. */
export async function listArchive(bytes: Uint8Array, options: ReadOptions = {}): Promise<readonly string[]> {
  const files = await readArchive(bytes, options);
  return files.map(({ path, executable, content }) => `${path} ${executable ? 'x' : '-'} ${content}`);
}
