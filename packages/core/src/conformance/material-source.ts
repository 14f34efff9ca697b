// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import type { MaterialReference } from '../material/material-source.js';
import { pathFault } from '../material/safe-path.js';
import { DEFAULT_MATERIAL_LIMITS } from '../material/manifest.js';
import type { ConformanceKit } from './conformance-test.js';
import type { MaterialSourceBench, MaterialSourceHarness } from './material-source/harness.js';
import {
  deliveredBytes,
  fetchFiles,
  readUntilRefused,
  requireRefusal,
  requireReleased,
} from './material-source/reading.js';
import { LARGE_BYTES, LARGE_FILES, SAMPLE_FILES } from './material-source/samples.js';

const { maxBytes } = DEFAULT_MATERIAL_LIMITS;
const live = () => ({ maxBytes, signal: new AbortController().signal });

/** The cases that every MaterialSource must pass. Their names are stable. */
export function materialSourceConformance(harness: MaterialSourceHarness): ConformanceKit {
  return (test) => {
    const onBench = (name: string, run: (bench: MaterialSourceBench) => Promise<void>) => {
      test(name, async () => {
        const bench = await harness.createBench();
        try {
          await run(bench);
        } finally {
          await bench.remove();
        }
      });
    };

    onBench('the scheme is well-formed and that of its references', async (bench) => {
      const { source, missing } = bench;
      assert.match(source.scheme, /^[a-z0-9-]+$/);
      for (const { scheme } of [await bench.provide(SAMPLE_FILES), ...missing]) assert.equal(scheme, source.scheme);
    });

    onBench('A60 every file arrives with its path, mode and bytes, and nothing else', async (bench) => {
      const files = await fetchFiles(bench.source, await bench.provide(SAMPLE_FILES));
      const sorted = [...SAMPLE_FILES].sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
      assert.deepEqual(
        files.map(({ path }) => path),
        sorted.map(({ path }) => path),
      );
      assert.deepEqual(
        files.map(({ executable }) => executable),
        sorted.map(({ executable }) => executable),
      );
      for (const [index, { path, content }] of sorted.entries()) {
        assert.ok(Buffer.from(content).equals(Buffer.from(files[index]?.content ?? [])), `the bytes of ${path} differ`);
      }
    });

    onBench('A61 paths are relative and safe as the source gives them', async (bench) => {
      const material = await bench.source.open(await bench.provide(SAMPLE_FILES), live());
      if (material.kind === 'archive') {
        assert.ok(material.root === '' || pathFault(material.root, DEFAULT_MATERIAL_LIMITS) === undefined);
        for await (const chunk of material.bytes) void chunk;
        return;
      }
      for await (const { path } of material.entries) assert.equal(pathFault(path, DEFAULT_MATERIAL_LIMITS), undefined);
    });

    onBench('A60 opening twice gives the same bytes', async (bench) => {
      const reference = await bench.provide(SAMPLE_FILES);
      assert.deepEqual(await fetchFiles(bench.source, reference), await fetchFiles(bench.source, reference));
    });

    onBench('what is not there is source-not-found', async (bench) => {
      assert.ok(bench.missing.length > 0 && bench.secrets.length > 0);
      for (const reference of bench.missing) {
        requireRefusal((await readUntilRefused(bench.source, reference, live())).error, 'source-not-found', bench);
      }
    });

    onBench('a missing, wrong or unknown field is source-reference-invalid', async (bench) => {
      assert.ok(bench.invalid.length > 0);
      const valid = await bench.provide(SAMPLE_FILES);
      const derived: MaterialReference[] = [{ scheme: valid.scheme }, { ...valid, 'no-such-field': 'x' }];
      for (const reference of [...bench.invalid, ...derived]) {
        requireRefusal(
          (await readUntilRefused(bench.source, reference, live())).error,
          'source-reference-invalid',
          bench,
        );
      }
    });

    onBench('A60 more than maxBytes is refused, and no byte beyond it is delivered', async (bench) => {
      const reference = await bench.provide(LARGE_FILES);
      for (const limit of [1, 100_000, LARGE_BYTES - 1]) {
        const { bytes, error } = await readUntilRefused(bench.source, reference, { ...live(), maxBytes: limit });
        requireRefusal(error, 'material-too-large', bench);
        assert.ok(bytes <= limit, `${bytes} bytes were delivered under a limit of ${limit}`);
      }
    });

    onBench('A60 nothing is opened once the signal has fired', async (bench) => {
      const reference = await bench.provide(SAMPLE_FILES);
      const { bytes, error } = await readUntilRefused(bench.source, reference, {
        maxBytes,
        signal: AbortSignal.abort(),
      });
      requireRefusal(error, 'aborted', bench);
      assert.equal(bytes, 0);
    });

    onBench('A60 a signal that fires between two reads ends them with aborted', async (bench) => {
      const abort = new AbortController();
      const reference = await bench.provide(LARGE_FILES);
      const before = await bench.openResources();
      const bytes = deliveredBytes(await bench.source.open(reference, { maxBytes, signal: abort.signal }));
      assert.equal((await bytes.next()).done, false);
      abort.abort();
      requireRefusal(await lastError(bytes), 'aborted', bench);
      await requireReleased(bench, before);
    });

    onBench('leaving early releases everything', async (bench) => {
      const reference = await bench.provide(LARGE_FILES);
      const before = await bench.openResources();
      const bytes = deliveredBytes(await bench.source.open(reference, live()));
      assert.equal((await bytes.next()).done, false);
      await bytes.return(undefined);
      await requireReleased(bench, before);
    });

    onBench('reading to the end, or to an error, releases everything', async (bench) => {
      const reference = await bench.provide(LARGE_FILES);
      const before = await bench.openResources();
      await readUntilRefused(bench.source, reference, live());
      await requireReleased(bench, before);
      await readUntilRefused(bench.source, reference, { ...live(), maxBytes: 1_500_000 });
      await requireReleased(bench, before);
    });
  };
}

async function lastError(bytes: AsyncGenerator<Uint8Array>): Promise<unknown> {
  try {
    while ((await bytes.next()).done !== true);
  } catch (error) {
    return error;
  }
  return undefined;
}
