// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { lstat, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CountersignError } from '../../errors/index.js';
import { expectFound, expectRefusal, namesBeside, snapshot } from './expectations.js';
import type { HostCase } from './harness.js';
import { SampleTree, exposureOf } from './sample-tree.js';

/** What somebody else may have put at the place before. */
const FOREIGN: readonly { readonly name: string; readonly make: (place: string) => Promise<void> }[] = [
  {
    name: 'a folder',
    make: async (place) => {
      await mkdir(place);
      await writeFile(join(place, 'SKILL.md'), 'their own\n');
    },
  },
  { name: 'an empty folder', make: async (place) => void (await mkdir(place)) },
  { name: 'a file', make: (place) => writeFile(place, 'their own\n') },
  { name: 'a link that leads nowhere', make: (place) => symlink('nowhere', place) },
  {
    name: 'a link to a folder',
    make: async (place) => {
      await mkdir(`${place}-elsewhere`);
      await symlink(`${place}-elsewhere`, place);
    },
  },
];

/** Sources whose bytes are not what the manifest says. */
const ALTERED: readonly { readonly name: string; readonly alter: (tree: SampleTree) => void }[] = [
  { name: 'changed', alter: (tree) => tree.bytes.set('references/Notes.md', Buffer.from('First line\nSecond lime\n')) },
  { name: 'cut short', alter: (tree) => tree.bytes.set('references/Notes.md', Buffer.from('First line\n')) },
  { name: 'extended', alter: (tree) => tree.bytes.set('empty', Buffer.from('no longer')) },
];

export const applyCases: readonly HostCase[] = [
  {
    name: 'A12 a skill is absent, then applied, then intact for a quick and for a full look',
    async run(stage) {
      await expectFound(stage, 'absent');
      await stage.adapter.apply(stage.exposure, stage.tree);
      await expectFound(stage, 'intact');
    },
  },
  {
    name: 'apply writes real files with the bytes and the executable bits of the manifest, and nothing else',
    async run({ adapter, exposure, tree, place }) {
      await adapter.apply(exposure, tree);
      for (const { path, executable } of tree.manifest.files) {
        const file = await lstat(join(place, path));
        assert.ok(file.isFile(), `${path} is no regular file`);
        assert.equal((file.mode & 0o111) !== 0, executable, `executable bit of ${path}`);
        assert.deepEqual(new Uint8Array(await readFile(join(place, path))), new Uint8Array(tree.bytes.get(path) ?? []));
      }
      assert.ok((await lstat(place)).isDirectory(), 'the skill is no real folder');
      assert.ok((await lstat(join(place, 'scripts'))).isDirectory(), 'a folder of the skill is no real folder');
      // The skill itself, its five files and two folders.
      assert.equal((await snapshot(place)).length, 8);
      assert.deepEqual(await namesBeside(place), ['sample']);
    },
  },
  {
    name: 'apply does nothing where the skill is intact',
    async run({ adapter, exposure, tree, place }) {
      await adapter.apply(exposure, tree);
      const before = await snapshot(place);
      await adapter.apply(exposure, tree);
      assert.deepEqual(await snapshot(place), before);
    },
  },
  {
    name: 'A63 names of several scripts survive',
    async run(stage) {
      const tree = new SampleTree([
        { path: 'SKILL.md', text: 'name\n' },
        { path: '資料/技能.md', text: '技\n' },
        { path: 'données/épreuve à l’œil.txt', text: 'é\n' },
        { path: 'दस्तावेज़/कौशल.md', text: 'क\n' },
        { path: 'مهارة/ملف.txt', text: 'م\n' },
      ]);
      const exposure = exposureOf(stage.workspace, tree, '技能-é');
      await stage.adapter.apply(exposure, tree);
      await expectFound({ ...stage, exposure, tree }, 'intact');
    },
  },
  ...FOREIGN.map(({ name, make }): HostCase => ({
    name: `A28 refuses where ${name} stands that somebody else made, and leaves it as it was`,
    async run(stage) {
      await mkdir(dirname(stage.place), { recursive: true });
      await make(stage.place);
      const before = await snapshot(dirname(stage.place));
      await expectFound(stage, 'foreign');
      await expectRefusal(stage, stage.adapter.apply(stage.exposure, stage.tree), 'exposure-conflict');
      assert.deepEqual(await snapshot(dirname(stage.place)), before);
      assert.equal(await stage.adapter.revert(stage.exposure, stage.tree), undefined);
      assert.deepEqual(await snapshot(dirname(stage.place)), before);
    },
  })),
  {
    name: 'A28 refuses where its own copy was changed, and overwrites nothing',
    async run(stage) {
      await stage.adapter.apply(stage.exposure, stage.tree);
      await writeFile(join(stage.place, 'SKILL.md'), 'edited\n');
      const before = await snapshot(stage.place);
      await expectRefusal(stage, stage.adapter.apply(stage.exposure, stage.tree), 'exposure-drifted');
      assert.deepEqual(await snapshot(stage.place), before);
    },
  },
  ...ALTERED.map(({ name, alter }): HostCase => ({
    name: `refuses a source whose bytes are ${name}, and leaves the place absent`,
    async run(stage) {
      alter(stage.tree);
      await expectRefusal(stage, stage.adapter.apply(stage.exposure, stage.tree), 'store-bytes-altered');
      await expectFound(stage, 'absent');
      assert.deepEqual(await namesBeside(stage.place), []);
    },
  })),
  {
    name: 'refuses a source whose manifest is not the one of its digest',
    async run(stage) {
      const other = new SampleTree([{ path: 'SKILL.md', text: 'another\n' }]);
      const forged = { digest: stage.tree.digest, manifest: other.manifest, read: (path: string) => other.read(path) };
      await expectRefusal(stage, stage.adapter.apply(stage.exposure, forged), 'store-bytes-altered');
      assert.deepEqual(await namesBeside(stage.place), []);
    },
  },
  {
    name: 'a source that fails midway leaves the place absent, and the next apply succeeds',
    async run(stage) {
      const { digest, manifest } = stage.tree;
      const read = (path: string) => {
        if (path === 'scripts/run.sh') throw new CountersignError('store-bytes-missing');
        return stage.tree.read(path);
      };
      await expectRefusal(
        stage,
        stage.adapter.apply(stage.exposure, { digest, manifest, read }),
        'store-bytes-missing',
      );
      await expectFound(stage, 'absent');
      assert.deepEqual(await namesBeside(stage.place), []);
      await stage.adapter.apply(stage.exposure, stage.tree);
      await expectFound(stage, 'intact');
    },
  },
  {
    name: 'A12 the skill appears in one step, once its last byte was read',
    async run(stage) {
      const { digest, manifest } = stage.tree;
      const seen: string[] = [];
      const read = async function* (path: string) {
        for await (const chunk of stage.tree.read(path)) {
          seen.push(...(await namesBeside(stage.place)));
          yield chunk;
        }
        seen.push(...(await namesBeside(stage.place)));
      };
      await stage.adapter.apply(stage.exposure, { digest, manifest, read });
      assert.deepEqual(seen, []);
      await expectFound(stage, 'intact');
    },
  },
  {
    name: 'A09 applies at once end as one intact copy',
    async run(stage) {
      // Settled, not all: the case must not end while one of them is still writing.
      const applies = Array.from({ length: 4 }, () => stage.adapter.apply(stage.exposure, stage.tree));
      for (const result of await Promise.allSettled(applies)) {
        if (result.status === 'rejected') throw result.reason;
      }
      await expectFound(stage, 'intact');
      assert.deepEqual(await namesBeside(stage.place), ['sample']);
    },
  },
];
