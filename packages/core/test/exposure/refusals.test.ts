// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DirectoryHost, parseHostId, toCountersignError, type SkillTree } from '@countersign/core';
import { SampleTree, exposureOf } from '../../src/conformance/host-adapter/sample-tree.js';
import { expectCode } from '../formats/expect-code.js';
import { namesAround, openBench, type HostBench } from './host-bench.js';

let bench: HostBench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.remove());

test.each([
  ['ENOSPC', 'storage-full'],
  ['EDQUOT', 'storage-full'],
  ['EXDEV', 'exposure-failed'],
  ['EACCES', 'exposure-failed'],
  ['EROFS', 'exposure-failed'],
  ['EIO', 'exposure-failed'],
])('A11 %s is %s, with nothing left and no path shown', async (errno, code) => {
  const host = bench.host((point) => {
    const path = bench.place;
    if (point === 'expose.copied') throw Object.assign(new Error(path), { code: errno, syscall: 'rename', path });
  });
  const thrown: unknown = await host.apply(bench.exposure, bench.tree).catch((reason: unknown) => reason);
  const { message, details } = toCountersignError(thrown);
  expect(thrown).toMatchObject({ code, details: { errno } });
  expect(`${message}${JSON.stringify(details)}`).not.toContain(bench.folder);
  expect(await namesAround(bench.place)).toEqual({ discovery: [], beside: ['skills'] });
  expect([...(await readdir(join(bench.stateFolder, 'ledger')))]).toEqual([]);
});

test('A28 a folder that somebody makes during the copy is left to them', async () => {
  const host = bench.host(async (point) => {
    if (point !== 'expose.copied') return;
    await mkdir(bench.place);
    await writeFile(join(bench.place, 'SKILL.md'), 'their own\n');
  });
  await expect(host.apply(bench.exposure, bench.tree)).rejects.toMatchObject({ code: 'exposure-conflict' });
  expect(await bench.host().inspect(bench.exposure, bench.tree, { depth: 'full' })).toEqual({ kind: 'foreign' });
  expect(await bench.host().revert(bench.exposure, bench.tree)).toBeUndefined();
  expect(await namesAround(bench.place)).toEqual({ discovery: ['sample'], beside: ['skills'] });
});

test('an empty folder that somebody makes during the copy is replaced', async () => {
  const host = bench.host(async (point) => {
    if (point === 'expose.copied') await mkdir(bench.place);
  });
  await host.apply(bench.exposure, bench.tree);
  expect(await host.inspect(bench.exposure, bench.tree, { depth: 'full' })).toEqual({ kind: 'intact' });
});

test.each(['', '.', '..', '../sample', 'a/b', 'a\\b', 'a\u0000b'])('%j is no folder name', async (folder) => {
  const exposure = { ...bench.exposure, folder };
  const code = 'identifier-invalid';
  await expect(bench.host().inspect(exposure, bench.tree, { depth: 'quick' })).rejects.toMatchObject({ code });
  await expect(bench.host().apply(exposure, bench.tree)).rejects.toMatchObject({ code });
  await expect(bench.host().revert(exposure, bench.tree)).rejects.toMatchObject({ code });
});

test.each(['', '/skills', '../skills', '.claude//skills', '.claude/skills/', '.claude\\skills'])(
  '%j is no discovery folder',
  (project) => {
    const options = { hostId: parseHostId('some-host'), stateFolder: bench.stateFolder };
    const create = () => new DirectoryHost({ ...options, discovery: { project, user: 'skills' } });
    expectCode(create, 'configuration-invalid');
  },
);

test('a tree of another digest is refused', async () => {
  const other: SkillTree = new SampleTree([{ path: 'SKILL.md', text: 'other\n' }]);
  await expect(bench.host().apply(bench.exposure, other)).rejects.toMatchObject({ code: 'internal' });
});

test('a workspace that is gone is a failure, not an absent skill that apply could place', async () => {
  const workspace = { ...bench.workspace, root: join(bench.folder, 'gone') };
  const applied = bench.host().apply(exposureOf(workspace, bench.tree), bench.tree);
  await expect(applied).rejects.toMatchObject({ code: 'exposure-failed', details: { errno: 'ENOENT' } });
  expect([...(await readdir(bench.folder))]).not.toContain('gone');
});

test.each(['.some/skills', 'skills'])(
  'A27 revert in a workspace that is gone (%s) has nothing to do',
  async (project) => {
    const { exposure, tree, stateFolder, workspace } = bench;
    const host = new DirectoryHost({
      hostId: parseHostId('some-host'),
      discovery: { project, user: project },
      stateFolder,
    });
    await host.apply(exposure, tree);
    await rm(workspace.root, { recursive: true });
    expect(await host.revert(exposure, tree)).toBeUndefined();
    expect([...(await readdir(join(stateFolder, 'ledger')))]).toEqual([]);
  },
);

test('a state folder that others can write is refused before anything is placed', async () => {
  await mkdir(bench.stateFolder, { mode: 0o777 });
  await chmod(bench.stateFolder, 0o777);
  await expect(bench.host().apply(bench.exposure, bench.tree)).rejects.toMatchObject({ code: 'state-unsafe' });
  expect((await namesAround(bench.place)).discovery).toEqual([]);
});
