// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { mkdir, rename, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expectDrift, expectFound, expectRefusal, namesBeside, snapshot } from './expectations.js';
import type { HostCase } from './harness.js';
import { TAMPERINGS } from './tamperings.js';

/** Longer than a file system may take to give a second change of one file another time (2 s on FAT). */
const TIMES_TELL_APART_MS = 2_100;

export const inspectCases: readonly HostCase[] = [
  ...TAMPERINGS.map(({ name, drift, tamper }): HostCase => ({
    name: `A29 notices ${name}`,
    async run(stage) {
      await stage.adapter.apply(stage.exposure, stage.tree);
      await tamper(stage.place);
      const before = await snapshot(stage.place);
      await expectDrift(stage, drift);
      assert.deepEqual(await snapshot(stage.place), before, 'looking changed something');
    },
  })),
  {
    name: 'A29 a quick look notices each of them once it has learnt to trust the times of files',
    async run(stage) {
      const sites = TAMPERINGS.map((tampering, index) => ({ ...stage, ...tampering, ...stage.as(`skill-${index}`) }));
      for (const { exposure } of sites) await stage.adapter.apply(exposure, stage.tree);
      await sleep(TIMES_TELL_APART_MS);
      for (const site of sites) await expectFound(site, 'intact');
      for (const site of sites) await expectFound(site, 'intact');
      for (const { tamper, place } of sites) await tamper(place);
      for (const site of sites) {
        const quick = await stage.adapter.inspect(site.exposure, stage.tree, { depth: 'quick' });
        assert.equal(quick.kind, 'drifted', `missed ${site.name}`);
        await expectDrift(site, site.drift);
      }
    },
  },
  {
    name: 'a file whose times alone were changed is intact',
    async run(stage) {
      await stage.adapter.apply(stage.exposure, stage.tree);
      await utimes(join(stage.place, 'SKILL.md'), 1, 1);
      await expectFound(stage, 'intact');
    },
  },
  {
    name: 'a skill that was moved away is absent, and apply puts it back',
    async run(stage) {
      await stage.adapter.apply(stage.exposure, stage.tree);
      await rename(stage.place, join(dirname(stage.place), 'elsewhere'));
      await expectFound(stage, 'absent');
      await stage.adapter.apply(stage.exposure, stage.tree);
      await expectFound(stage, 'intact');
      assert.deepEqual(await namesBeside(stage.place), ['elsewhere', 'sample']);
    },
  },
  {
    name: 'a linked discovery folder, or one of its parents, is refused and nothing is written through it',
    async run(stage) {
      const { adapter, exposure, tree, workspace, place } = stage;
      const components = relative(workspace.root, dirname(place)).split(sep);
      const outside = join(workspace.root, 'outside');
      await mkdir(join(outside, ...components), { recursive: true });
      const before = await snapshot(outside);
      for (const [index] of components.entries()) {
        const link = join(workspace.root, ...components.slice(0, index + 1));
        await mkdir(dirname(link), { recursive: true });
        await symlink(join(outside, ...components.slice(0, index + 1)), link);
        await expectRefusal(stage, adapter.inspect(exposure, tree, { depth: 'quick' }), 'exposure-unsafe');
        await expectRefusal(stage, adapter.inspect(exposure, tree, { depth: 'full' }), 'exposure-unsafe');
        await expectRefusal(stage, adapter.apply(exposure, tree), 'exposure-unsafe');
        await expectRefusal(stage, adapter.revert(exposure, tree), 'exposure-unsafe');
        await rename(link, `${link}-tried`);
      }
      assert.deepEqual(await snapshot(outside), before);
    },
  },
  {
    name: 'a file in the place of the discovery folder is refused',
    async run(stage) {
      await mkdir(dirname(dirname(stage.place)), { recursive: true });
      await writeFile(dirname(stage.place), 'no folder\n');
      await expectRefusal(stage, stage.adapter.apply(stage.exposure, stage.tree), 'exposure-unsafe');
    },
  },
];
