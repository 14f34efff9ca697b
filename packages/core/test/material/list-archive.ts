// SPDX-License-Identifier: Apache-2.0
import { DEFAULT_MATERIAL_LIMITS, unpackArchive, type MaterialLimits } from '@countersign/core';
import { inChunks } from './tar-builder.js';

export interface ListOptions {
  readonly root?: string;
  readonly chunkBytes?: number;
  readonly limits?: MaterialLimits;
}

/** Unpacks a whole archive: one line per file, with its path, `x` or `-`, and its text. */
export async function listArchive(bytes: Uint8Array, options: ListOptions = {}): Promise<readonly string[]> {
  const { root = '', chunkBytes = 4096, limits = DEFAULT_MATERIAL_LIMITS } = options;
  const lines: string[] = [];
  const unpacking = { root, limits, signal: new AbortController().signal };
  for await (const { path, executable, body } of unpackArchive(inChunks(bytes, chunkBytes), unpacking)) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    lines.push(`${path} ${executable ? 'x' : '-'} ${Buffer.concat(chunks).toString('latin1')}`);
  }
  return lines;
}
