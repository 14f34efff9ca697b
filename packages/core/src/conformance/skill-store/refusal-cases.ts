// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { CountersignError, type ErrorCode } from '../../errors/index.js';
import type { Digest } from '../../ids.js';
import { DEFAULT_MATERIAL_LIMITS, type MaterialLimits } from '../../material/manifest.js';
import type { MaterialEntry } from '../../material/material-source.js';
import type { SkillStore } from '../../skill-store/skill-store.js';
import { assertAbsent, assertSame, listed, publishFiles, rejectsWith } from './expectations.js';
import type { SkillStoreCase } from './harness.js';
import { SAMPLE, digestOfFiles, entriesOf, entryOf, smallTree, stageOptions, type SampleFile } from './samples.js';

const DIGEST = digestOfFiles(SAMPLE);
const BYTES = SAMPLE.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);

/** Stages, expects the refusal, and fails if anything of it can be seen afterwards. */
async function refuses(
  store: SkillStore,
  code: ErrorCode,
  entries: AsyncIterable<MaterialEntry>,
  options = stageOptions(DIGEST),
): Promise<void> {
  await rejectsWith(code, store.stage(entries, options));
  await assertAbsent(store, DIGEST);
  assertSame(await listed(store), []);
  assert.equal(await store.sweep(), 0);
}

function withLimits(limits: Partial<MaterialLimits>, expected: Digest | undefined = DIGEST) {
  return stageOptions(expected, { limits: { ...DEFAULT_MATERIAL_LIMITS, ...limits } });
}

/** The sample, with its third file announced as `difference` bytes longer than it is. */
async function* misannounced(difference: number): AsyncGenerator<MaterialEntry> {
  for (const [index, sample] of SAMPLE.entries()) {
    const entry = entryOf(sample);
    yield index === 2 ? { ...entry, size: entry.size + difference } : entry;
  }
}

async function* endless(): AsyncGenerator<Uint8Array> {
  for (;;) yield Buffer.alloc(1024);
}

function limitCase(limit: keyof MaterialLimits, value: number, code: ErrorCode): SkillStoreCase {
  return {
    name: `A60 stage: more than ${limit} is refused, exactly as many are not`,
    async run({ store }) {
      await refuses(store, code, entriesOf(SAMPLE), withLimits({ [limit]: value - 1 }));
      await refuses(store, code, entriesOf(SAMPLE), withLimits({ [limit]: value - 1 }, undefined));
      await store.stage(entriesOf(SAMPLE), withLimits({ [limit]: value }));
      assert.equal(await store.find(DIGEST), 'staged');
    },
  };
}

const UNSAFE_PATHS: readonly (readonly [ErrorCode, ...string[]])[] = [
  ['path-traversal', '../outside'],
  ['path-traversal', 'a/../../outside'],
  ['path-traversal', './a'],
  ['path-absolute', '/outside'],
  ['path-empty', ''],
  ['path-empty', 'a//b'],
  ['path-windows', 'a\\b'],
  ['path-windows', 'C:outside'],
  ['path-control-character', 'a\u0000b'],
  ['path-control-character', 'a\nb'],
  ['path-not-normalised', 'e\u0301.md'],
  ['path-reserved', 'aux.txt'],
  ['entry-duplicate', 'a', 'a'],
  ['path-collision', 'Read.md', 'read.md'],
  ['path-file-and-folder', 'a', 'a/b'],
  ['path-file-and-folder', 'a/b', 'a'],
];

export const refusalCases: readonly SkillStoreCase[] = [
  {
    name: 'A60 stage: other bytes than the expected ones are refused, and are not kept under their own digest',
    async run({ store }) {
      const altered = smallTree('altered');
      await refuses(store, 'material-digest-mismatch', entriesOf(altered));
      await assertAbsent(store, digestOfFiles(altered));
    },
  },
  {
    name: 'A60 stage: another executable bit than the expected one is refused',
    async run({ store }) {
      const altered = SAMPLE.map((file): SampleFile => ({ ...file, executable: !file.executable }));
      await refuses(store, 'material-digest-mismatch', entriesOf(altered));
    },
  },
  {
    name: 'A60 stage: a body that is longer or shorter than announced is refused',
    async run({ store }) {
      await refuses(store, 'material-size-mismatch', misannounced(1));
      await refuses(store, 'material-size-mismatch', misannounced(-1));
    },
  },
  {
    name: 'A60 stage: an endless body is refused',
    async run({ store }) {
      async function* entries(): AsyncGenerator<MaterialEntry> {
        yield { path: 'SKILL.md', executable: false, size: 10_000, body: endless() };
      }
      await refuses(store, 'material-size-mismatch', entries());
    },
  },
  {
    name: 'A60 stage: a size that is no number of bytes is refused',
    async run({ store }) {
      for (const size of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
        async function* entries(): AsyncGenerator<MaterialEntry> {
          yield { path: 'SKILL.md', executable: false, size, body: endless() };
        }
        await refuses(store, 'material-size-mismatch', entries());
      }
    },
  },
  {
    name: 'A60 stage: no files at all are refused',
    async run({ store }) {
      await refuses(store, 'material-empty', entriesOf([]));
      await refuses(store, 'material-empty', entriesOf([]), stageOptions(undefined));
    },
  },
  limitCase('maxFiles', SAMPLE.length, 'material-too-many-files'),
  limitCase('maxBytes', BYTES, 'material-too-large'),
  limitCase('maxPathBytes', 'assets/deep/er/data.bin'.length, 'path-too-long'),
  limitCase('maxDepth', 4, 'path-too-deep'),
  {
    name: 'A61 stage: paths that are unsafe or collide are refused',
    async run({ store }) {
      for (const [code, ...paths] of UNSAFE_PATHS) {
        const files = paths.map((path): SampleFile => ({ path, bytes: Buffer.from('x'), executable: false }));
        await refuses(store, code, entriesOf([...smallTree('x'), ...files]));
      }
    },
  },
  {
    name: 'stage: a coded error of the entries passes through, whether it comes between files or inside one',
    async run({ store }) {
      const failing: AsyncIterable<never> = {
        [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new CountersignError('source-integrity')) }),
      };
      async function* between(): AsyncGenerator<MaterialEntry> {
        yield* entriesOf(SAMPLE);
        yield* failing;
      }
      async function* inside(): AsyncGenerator<MaterialEntry> {
        yield* entriesOf(SAMPLE);
        yield { path: 'last', executable: false, size: 1, body: failing };
      }
      await refuses(store, 'source-integrity', between());
      await refuses(store, 'source-integrity', inside());
    },
  },
  {
    name: 'A11 stage: any other error of the entries is refused without its text',
    async run({ store }) {
      async function* failing(): AsyncGenerator<MaterialEntry> {
        yield* entriesOf(SAMPLE);
        throw new Error('read /srv/somebody/secret');
      }
      await refuses(store, 'source-unreachable', failing());
    },
  },
  {
    name: 'stage: succeeds after a refusal, and a refusal changes no tree that is there',
    async run({ store }) {
      await publishFiles(store, smallTree('there'));
      await rejectsWith('material-size-mismatch', store.stage(misannounced(1), stageOptions(DIGEST)));
      await store.stage(entriesOf(SAMPLE), stageOptions(DIGEST));
      assert.equal((await store.verify(DIGEST)).kind, 'intact');
      assert.equal((await store.verify(digestOfFiles(smallTree('there')))).kind, 'intact');
    },
  },
];
