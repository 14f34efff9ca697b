// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, readdir, rename, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expectFound, namesBeside, snapshot } from './expectations.js';
import type { HostCase } from './harness.js';
import { SampleTree, exposureOf } from './sample-tree.js';

export const revertCases: readonly HostCase[] = [
  {
    name: 'A28 revert takes out exactly what apply put in',
    async run(stage) {
      const neighbour = join(dirname(stage.place), 'neighbour');
      await mkdir(neighbour, { recursive: true });
      await writeFile(join(neighbour, 'SKILL.md'), 'their own\n');
      const before = await snapshot(neighbour);
      const other = stage.as('other');
      await stage.adapter.apply(other.exposure, stage.tree);
      await stage.adapter.apply(stage.exposure, stage.tree);
      assert.equal(await stage.adapter.revert(stage.exposure, stage.tree), undefined);
      await expectFound(stage, 'absent');
      await expectFound({ ...stage, ...other }, 'intact');
      assert.deepEqual(await snapshot(neighbour), before);
      assert.deepEqual(await namesBeside(stage.place), ['neighbour', 'other']);
    },
  },
  {
    name: 'A28 revert keeps edited and added files aside, names them, and loses no byte',
    async run({ adapter, exposure, tree, place, stateFolder }) {
      await adapter.apply(exposure, tree);
      const edits = new Map([
        ['SKILL.md', 'edited\n'],
        ['scripts/added.sh', 'added\n'],
        ['.note', 'a dotfile\n'],
        ['own/deep/file', 'in folders of their own\n'],
      ]);
      await mkdir(join(place, 'own/deep'), { recursive: true });
      for (const [path, text] of edits) await writeFile(join(place, path), text);
      const kept = await adapter.revert(exposure, tree);
      assert.ok(kept, 'nothing was kept aside');
      assert.deepEqual(await namesBeside(place), []);
      for (const path of edits.keys())
        assert.ok(
          kept.drift.some((one) => one.path === path),
          `${path} is not named`,
        );
      const texts = await textsBelow(join(stateFolder, kept.place));
      assert.deepEqual(texts.sort(), [...edits.values()].sort());
    },
  },
  {
    name: 'A28 revert leaves what links lead to',
    async run({ adapter, exposure, tree, place, workspace }) {
      await adapter.apply(exposure, tree);
      const own = join(workspace.root, 'own');
      await mkdir(own);
      await writeFile(join(own, 'precious'), 'theirs\n');
      const before = await snapshot(own);
      await symlink(own, join(place, 'link'));
      const kept = await adapter.revert(exposure, tree);
      assert.ok(kept?.drift.some((one) => one.kind === 'link' && one.path === 'link'));
      assert.deepEqual(await snapshot(own), before);
      assert.deepEqual(await namesBeside(place), []);
    },
  },
  {
    name: 'A28 revert takes out a link that took the place of the skill, and leaves what it leads to',
    async run({ adapter, exposure, tree, place, workspace }) {
      await adapter.apply(exposure, tree);
      const moved = join(workspace.root, 'moved');
      await rename(place, moved);
      await symlink(moved, place);
      const before = await snapshot(moved);
      await adapter.revert(exposure, tree);
      assert.deepEqual(await namesBeside(place), []);
      assert.deepEqual(await snapshot(moved), before);
    },
  },
  {
    name: 'A27 revert takes out a skill whose folders were made read-only',
    async run({ adapter, exposure, tree, place }) {
      await adapter.apply(exposure, tree);
      await chmod(join(place, 'scripts'), 0o500);
      await chmod(place, 0o500);
      await adapter.revert(exposure, tree);
      assert.deepEqual(await namesBeside(place), []);
    },
  },
  {
    name: 'revert is idempotent, and apply works again after it',
    async run(stage) {
      assert.equal(await stage.adapter.revert(stage.exposure, stage.tree), undefined);
      await stage.adapter.apply(stage.exposure, stage.tree);
      await stage.adapter.revert(stage.exposure, stage.tree);
      assert.equal(await stage.adapter.revert(stage.exposure, stage.tree), undefined);
      await stage.adapter.apply(stage.exposure, stage.tree);
      await expectFound(stage, 'intact');
    },
  },
  {
    name: 'revert leaves a folder that somebody made after the skill was taken out',
    async run(stage) {
      await stage.adapter.apply(stage.exposure, stage.tree);
      await stage.adapter.revert(stage.exposure, stage.tree);
      await mkdir(stage.place);
      await writeFile(join(stage.place, 'SKILL.md'), 'their own\n');
      const before = await snapshot(stage.place);
      await expectFound(stage, 'foreign');
      assert.equal(await stage.adapter.revert(stage.exposure, stage.tree), undefined);
      assert.deepEqual(await snapshot(stage.place), before);
    },
  },
  {
    name: 'A23 revert of an older digest leaves the newer one that took its place',
    async run(stage) {
      const newer = new SampleTree([{ path: 'SKILL.md', text: 'newer\n' }]);
      const exposure = exposureOf(stage.workspace, newer);
      await stage.adapter.apply(stage.exposure, stage.tree);
      await stage.adapter.revert(stage.exposure, stage.tree);
      await stage.adapter.apply(exposure, newer);
      assert.equal(await stage.adapter.revert(stage.exposure, stage.tree), undefined);
      await expectFound({ ...stage, exposure, tree: newer }, 'intact');
    },
  },
];

async function textsBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const texts = entries.map(async (entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? await textsBelow(path) : [await readFile(path, 'utf8')];
  });
  return (await Promise.all(texts)).flat();
}
