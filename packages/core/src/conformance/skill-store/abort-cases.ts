// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { DEFAULT_MATERIAL_LIMITS } from '../../material/manifest.js';
import type { MaterialEntry } from '../../material/material-source.js';
import { assertAbsent, assertSame, listed, rejectsWith, stageFiles } from './expectations.js';
import type { SkillStoreCase } from './harness.js';
import { SAMPLE, digestOfFiles, entriesOf, entryOf, smallTree, stageOptions } from './samples.js';

const DIGEST = digestOfFiles(SAMPLE);

/**
 * How long a source hangs. A store that stops waiting does so in the same turn of the event loop, however slow the machine
 * is; one that does not is found out without hanging its tests.
 */
const HANG_MS = 500;

type Hang = () => Promise<unknown>;

async function* hangingBetween(hang: Hang): AsyncGenerator<MaterialEntry> {
  for (const [index, file] of SAMPLE.entries()) {
    if (index === 2) await hang();
    yield entryOf(file);
  }
}

async function* hangingInside(hang: Hang): AsyncGenerator<MaterialEntry> {
  for (const [index, file] of SAMPLE.entries()) {
    const entry = entryOf(file);
    yield index === 2 ? { ...entry, body: hangingBody(hang, entry.body) } : entry;
  }
}

async function* hangingBody(hang: Hang, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let hung = false;
  for await (const chunk of body) {
    yield chunk;
    if (!hung) await hang();
    hung = true;
  }
}

/** Entries, and whether whoever reads them has closed them. */
function observed(source: AsyncIterable<MaterialEntry>) {
  const iterator = source[Symbol.asyncIterator]();
  const seen = { returns: 0, ended: false };
  const entries: AsyncIterableIterator<MaterialEntry> = {
    [Symbol.asyncIterator]: () => entries,
    async next() {
      const result = await iterator.next();
      seen.ended ||= result.done === true;
      return result;
    },
    async return() {
      seen.returns += 1;
      await iterator.return?.();
      return { done: true, value: undefined };
    },
  };
  return { entries, isClosed: () => seen.ended || seen.returns > 0 };
}

export const abortCases: readonly SkillStoreCase[] = [
  {
    name: 'A60 abort: a signal that has fired before is refused',
    async run({ store }) {
      const signal = AbortSignal.abort();
      await rejectsWith('aborted', store.stage(entriesOf(SAMPLE), stageOptions(DIGEST, { signal })));
      await assertAbsent(store, DIGEST);
    },
  },
  ...[hangingBetween, hangingInside].map((hanging): SkillStoreCase => ({
    name: `A60 abort: entries that hang are left at once (${hanging.name})`,
    async run({ store }) {
      const abort = new AbortController();
      const hang = () => {
        abort.abort();
        return delay(HANG_MS);
      };
      await rejectsWith('aborted', store.stage(hanging(hang), stageOptions(DIGEST, { signal: abort.signal })));
      await assertAbsent(store, DIGEST);
      assertSame(await listed(store), []);
    },
  })),
  {
    name: 'A60 abort: entries that are slower than timeoutMs are left',
    async run({ store }) {
      const limits = { ...DEFAULT_MATERIAL_LIMITS, timeoutMs: 20 };
      const slow = hangingInside(() => delay(HANG_MS));
      await rejectsWith('source-timeout', store.stage(slow, stageOptions(DIGEST, { limits })));
      await assertAbsent(store, DIGEST);
    },
  },
  {
    name: 'close: the entries are closed after an abort, a refusal, and when they are not needed',
    async run({ store }) {
      const aborted = observed(entriesOf(SAMPLE));
      await rejectsWith('aborted', store.stage(aborted.entries, stageOptions(DIGEST, { signal: AbortSignal.abort() })));
      assert.ok(aborted.isClosed(), 'after an abort');

      const limits = { ...DEFAULT_MATERIAL_LIMITS, maxFiles: 1 };
      const refused = observed(entriesOf(SAMPLE));
      await rejectsWith('material-too-many-files', store.stage(refused.entries, stageOptions(DIGEST, { limits })));
      assert.ok(refused.isClosed(), 'after a refusal');

      await stageFiles(store, smallTree('there'));
      const unneeded = observed(entriesOf(smallTree('there')));
      await store.stage(unneeded.entries, stageOptions(digestOfFiles(smallTree('there'))));
      assert.ok(unneeded.isClosed(), 'when they are not needed');
    },
  },
];
