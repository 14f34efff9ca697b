// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SampleTree, exposureOf } from '../../src/conformance/host-adapter/sample-tree.js';
import { knownHost, openBench, type HostBench } from './host-bench.js';

let bench: HostBench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.remove());

test('one adapter serves projects and homes, each host in its own folders', async () => {
  const { stateFolder, tree } = bench;
  const home = { ...bench.workspace, scope: 'user' as const, root: join(bench.folder, 'home') };
  await mkdir(home.root);
  for (const name of ['claude-code', 'opencode'] as const) {
    const host = knownHost(name, stateFolder);
    for (const workspace of [bench.workspace, home]) await host.apply(exposureOf(workspace, tree), tree);
  }
  const places = [
    join(bench.workspace.root, '.claude/skills'),
    join(bench.workspace.root, '.agents/skills'),
    join(home.root, '.claude/skills'),
    join(home.root, '.config/opencode/skills'),
  ];
  for (const place of places) expect([...(await readdir(place))]).toEqual(['sample']);
});

/** Both look in `.agents/skills`. */
const sharingHosts = () => [knownHost('codex', bench.stateFolder), knownHost('cline', bench.stateFolder)] as const;

test('A09 two hosts that share a discovery folder share the copy', async () => {
  const { exposure, tree, workspace } = bench;
  const [one, other] = sharingHosts();
  await one.apply(exposure, tree);
  await other.apply(exposure, tree);
  expect([...(await readdir(join(workspace.root, '.agents/skills')))]).toEqual(['sample']);
  await one.revert(exposure, tree);
  expect(await other.inspect(exposure, tree, { depth: 'quick' })).toEqual({ kind: 'absent' });
  await other.apply(exposure, tree);
  expect(await other.inspect(exposure, tree, { depth: 'quick' })).toEqual({ kind: 'intact' });
});

test('A27 what was taken out for one of them is out for the other, and its revert is content with that', async () => {
  const { exposure, tree } = bench;
  const [one, other] = sharingHosts();
  await one.apply(exposure, tree);
  await other.apply(exposure, tree);
  await one.revert(exposure, tree);
  expect(await other.inspect(exposure, tree, { depth: 'full' })).toEqual({ kind: 'absent' });
  expect(await other.revert(exposure, tree)).toBeUndefined();
});

test('A23 a new release is exposed to both, one after the other, with nothing taken for an edit', async () => {
  const { exposure, tree, stateFolder, workspace } = bench;
  const newer = new SampleTree([{ path: 'SKILL.md', text: 'newer\n' }]);
  for (const host of sharingHosts()) await host.apply(exposure, tree);
  for (const host of sharingHosts()) {
    expect(await host.revert(exposure, tree)).toBeUndefined();
    await host.apply(exposureOf(workspace, newer), newer);
  }
  for (const host of sharingHosts()) {
    const found = await host.inspect(exposureOf(workspace, newer), newer, { depth: 'full' });
    expect(found).toEqual({ kind: 'intact' });
  }
  expect([...(await readdir(stateFolder))]).toEqual(['ledger']);
});

test('A28 an edit is kept aside once, whichever of them takes the copy out', async () => {
  const { exposure, tree, workspace } = bench;
  const [one, other] = sharingHosts();
  await one.apply(exposure, tree);
  await writeFile(join(workspace.root, '.agents/skills/sample/SKILL.md'), 'edited\n');
  expect(await other.inspect(exposure, tree, { depth: 'full' })).toMatchObject({ kind: 'drifted' });
  expect(await other.revert(exposure, tree)).toMatchObject({ drift: [{ kind: 'changed', path: 'SKILL.md' }] });
  expect(await one.revert(exposure, tree)).toBeUndefined();
});
