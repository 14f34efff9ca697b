// SPDX-License-Identifier: Apache-2.0
import { expect, test } from '@jest/globals';
import { dirname } from 'node:path';
import { DEFAULT_MATERIAL_LIMITS, FsSkillStore, isCountersignError, unpackArchive } from '@countersign/core';
import type { ErrorCode, FaultPoint, MaterialEntry, StageOptions } from '@countersign/core';
import { InjectedFault, failOnceAt } from '@countersign/core/testing';
import { HOSTILE_ARCHIVES, HOSTILE_LIMITS } from '../material/hostile-archives.js';
import { entriesOf, sampleSkill, stageOptions } from './sample-skill.mjs';
import { everythingIn, newStateFolder } from './state-folder.js';

const FILES = sampleSkill();
const SHELVES_ONLY = ['state', 'state/skills', 'state/skills/incoming'];

/** The code that staging is refused with, and everything that is on the disk afterwards. */
async function refusal(entries: AsyncIterable<MaterialEntry>, options: StageOptions) {
  const folder = await newStateFolder();
  const code = await new FsSkillStore({ folder }).stage(entries, options).then(
    () => 'staged',
    (error: unknown) => (isCountersignError(error) ? error.code : String(error)),
  );
  return { code, left: await everythingIn(dirname(folder)) };
}

async function* resized(difference: number): AsyncGenerator<MaterialEntry> {
  for await (const entry of entriesOf(FILES))
    yield entry.path === 'assets/deep/er/data.bin' ? { ...entry, size: entry.size + difference } : entry;
}

async function* interrupted(stop: () => Promise<unknown>): AsyncGenerator<MaterialEntry> {
  yield* entriesOf(FILES.slice(0, 3));
  await stop();
}

const never = () => new Promise(() => undefined);

test.each<[what: string, code: ErrorCode, stage: () => [AsyncIterable<MaterialEntry>, StageOptions]]>([
  ['too long', 'material-size-mismatch', () => [resized(-1), stageOptions(FILES)]],
  ['too short', 'material-size-mismatch', () => [resized(1), stageOptions(FILES)]],
  ['altered', 'material-digest-mismatch', () => [entriesOf(sampleSkill(1)), stageOptions(FILES)]],
  [
    'slow',
    'source-timeout',
    () => [interrupted(never), stageOptions(FILES, { limits: { ...DEFAULT_MATERIAL_LIMITS, timeoutMs: 10 } })],
  ],
  [
    'aborted',
    'aborted',
    () => {
      const abort = new AbortController();
      const entries = interrupted(async () => {
        abort.abort();
        await never();
      });
      return [entries, stageOptions(FILES, { signal: abort.signal })];
    },
  ],
])('A60 bytes that are %s leave nothing on the disk', async (_what, code, stage) => {
  expect(await refusal(...stage())).toEqual({ code, left: SHELVES_ONLY });
});

test.each(HOSTILE_ARCHIVES)('A61 an archive leaves nothing on the disk: $name', async ({ bytes, code }) => {
  const signal = new AbortController().signal;
  async function* packed() {
    yield bytes;
  }
  const entries = unpackArchive(packed(), { root: '', limits: HOSTILE_LIMITS, signal });
  const options = { expected: undefined, limits: HOSTILE_LIMITS, signal };
  expect(await refusal(entries, options)).toEqual({ code, left: SHELVES_ONLY });
});

test.each<FaultPoint>(['stage.written', 'stage.renamed', 'publish.verified', 'publish.renamed'])(
  'A62 an error at %s leaves a whole tree or none, and the next call goes on',
  async (point) => {
    const folder = await newStateFolder();
    const failing = new FsSkillStore({ folder, faults: failOnceAt(point) });
    const stageAndPublish = async (store: FsSkillStore) =>
      store.publish((await store.stage(entriesOf(FILES), stageOptions(FILES))).digest);
    await expect(stageAndPublish(failing)).rejects.toThrow(InjectedFault);
    expect(await everythingIn(`${folder}/skills/incoming`)).toEqual([]);
    const { digest } = await stageAndPublish(new FsSkillStore({ folder }));
    expect(await failing.verify(digest)).toMatchObject({ kind: 'intact' });
  },
);
