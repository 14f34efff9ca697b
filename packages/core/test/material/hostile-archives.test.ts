// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import { unpackArchive } from '../../src/material/unpack.js';
import { HOSTILE_ARCHIVES, HOSTILE_LIMITS } from './hostile-archives.js';
import { inChunks } from './tar-builder.js';

describe('hostile archives', () => {
  test('are many kinds, each with a name of its own', () => {
    expect(HOSTILE_ARCHIVES.length).toBeGreaterThanOrEqual(40);
    expect(new Set(HOSTILE_ARCHIVES.map(({ name }) => name)).size).toBe(HOSTILE_ARCHIVES.length);
  });

  test.each(HOSTILE_ARCHIVES.map((hostile) => [hostile.name, hostile] as const))(
    'A61 refuses as a whole: %s',
    async (_name, { bytes, code }) => {
      // Chunk borders at all places in small archives; large ones would take long.
      for (const chunkBytes of [bytes.length < 20_000 ? 7 : 4096, 1_000_003]) {
        await expect(unpackWhole(bytes, chunkBytes)).rejects.toMatchObject({ code });
      }
    },
  );
});

async function unpackWhole(bytes: Buffer, chunkBytes: number): Promise<void> {
  const options = { root: '', limits: HOSTILE_LIMITS, signal: new AbortController().signal };
  for await (const entry of unpackArchive(inChunks(bytes, chunkBytes), options)) {
    for await (const chunk of entry.body) expect(chunk.length).toBeGreaterThan(0);
  }
}
