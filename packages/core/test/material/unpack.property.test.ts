// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import { isCountersignError } from '@countersign/core';
import fc from 'fast-check';
import { pathFault } from '../../src/material/safe-path.js';
import { HOSTILE_LIMITS } from './hostile-archives.js';
import { readArchive, type UnpackedFile } from './list-archive.js';
import { archive, extended, file, folder, gzipped, longName, record } from './tar-builder.js';

const PARTS = [
  file('SKILL.md', '---\nname: sample\n---\n'),
  folder('scripts/'),
  file('scripts/run.sh', '#!/bin/sh\n', { mode: 0o755 }),
  extended(record('path', `${'技'.repeat(40)}.md`)),
  file('short', 'x'.repeat(1200)),
  longName(`${'n'.repeat(120)}.md`),
  file('short', 'y'),
];
const plain = archive(...PARTS);
const packed = gzipped(...PARTS);

interface Mutation {
  readonly kind: 'set' | 'flip' | 'cut' | 'remove' | 'repeat' | 'insert';
  /** Where, from 0 to 1 of the length. */
  readonly at: number;
  readonly byte: number;
  readonly length: number;
}

/** One change to a byte string: a byte, a bit, a cut, a piece out, a piece twice, foreign bytes in between. */
const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom('set', 'flip', 'cut', 'remove', 'repeat', 'insert' as const),
  at: fc.double({ min: 0, max: 0.9999, noNaN: true }),
  byte: fc.nat(255),
  length: fc.constantFrom(1, 7, 100, 512, 1024),
});

function mutate(bytes: Buffer, { kind, at, byte, length }: Mutation): Buffer {
  const index = Math.floor(at * bytes.length);
  const [before, after] = [bytes.subarray(0, index), bytes.subarray(index)];
  switch (kind) {
    case 'set':
      return Buffer.concat([before, Buffer.from([byte]), after.subarray(1)]);
    case 'flip':
      return Buffer.concat([before, Buffer.from([(after[0] ?? 0) ^ (1 << (byte % 8))]), after.subarray(1)]);
    case 'cut':
      return before;
    case 'remove':
      return Buffer.concat([before, after.subarray(length)]);
    case 'repeat':
      return Buffer.concat([before, after.subarray(0, length), after]);
    case 'insert':
      return Buffer.concat([before, Buffer.alloc(length, byte), after]);
  }
}

/** `openMaterial` also refuses what holds no file, such as nothing but the two blocks of an end. */
async function outcome(bytes: Buffer, chunkBytes: number): Promise<readonly UnpackedFile[] | 'refused'> {
  try {
    const files = await readArchive(bytes, { chunkBytes, limits: HOSTILE_LIMITS });
    return files.length === 0 ? 'refused' : files;
  } catch (error) {
    if (isCountersignError(error) && error.code !== 'internal' && error.code !== 'source-unreachable') return 'refused';
    throw error;
  }
}

describe('a damaged archive', () => {
  const mutations = fc.array(mutation, { minLength: 1, maxLength: 3 });
  const chunkSizes = fc.constantFrom(1, 13, 512, 100_000);

  test('A61 in gzip: exactly the same files, or refused by a code', async () => {
    const expected = await readArchive(packed);
    await fc.assert(
      fc.asyncProperty(mutations, chunkSizes, async (changes, chunkBytes) => {
        const found = await outcome(changes.reduce(mutate, packed), chunkBytes);
        if (found !== 'refused') expect(found).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  test('A61 plain: safe paths, each once, or refused by a code', async () => {
    // Tar has no checksum over contents; the manifest digest is what notices changes there.
    await fc.assert(
      fc.asyncProperty(mutations, chunkSizes, async (changes, chunkBytes) => {
        const found = await outcome(changes.reduce(mutate, plain), chunkBytes);
        if (found === 'refused') return;
        const paths = found.map(({ path }) => path);
        expect(new Set(paths).size).toBe(paths.length);
        for (const path of paths) expect(pathFault(path, HOSTILE_LIMITS)).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });

  test('A61 random bytes behind a right magic are refused by a code', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), chunkSizes, async (noise, chunkBytes) => {
        expect(await outcome(Buffer.concat([packed.subarray(0, 10), noise]), chunkBytes)).toBe('refused');
      }),
      { numRuns: 500 },
    );
  });
});
