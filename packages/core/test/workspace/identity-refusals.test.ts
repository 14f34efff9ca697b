// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { chmod, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toCountersignError } from '@countersign/core';
import { openBench, textsBelow, type WorkspaceBench } from './workspace-bench.js';

let bench: WorkspaceBench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.remove());

const countersign = () => join(bench.workspace.root, '.countersign');
const mark = () => join(countersign(), 'workspace');

/** Ways in which a mark can be no mark. */
const SPOILT: readonly (readonly [string, () => Promise<void>])[] = [
  ['is a link', () => replaceMark((path) => symlink('elsewhere', path))],
  ['is a link to a mark', () => replaceMark(linkToMoved)],
  ['is a folder', () => replaceMark(async (path) => void (await mkdir(path)))],
  ['is empty', () => writeFile(mark(), '')],
  ['is too long', () => writeFile(mark(), '0'.repeat(65))],
  ['is another text', () => writeFile(mark(), 'ffffffffffffffffffffffffffffffff')],
  ['lies in a linked folder', linkFolder],
  ['lies in a file', replaceFolderByFile],
];

async function replaceMark(make: (path: string) => Promise<void>): Promise<void> {
  await rename(mark(), join(bench.folder, 'moved'));
  await make(mark());
}

function linkToMoved(path: string): Promise<void> {
  return symlink(join(bench.folder, 'moved'), path);
}

async function linkFolder(): Promise<void> {
  await rename(countersign(), join(bench.folder, 'moved'));
  await linkToMoved(countersign());
}

async function replaceFolderByFile(): Promise<void> {
  await rm(countersign(), { recursive: true });
  await writeFile(countersign(), '');
}

test.each(SPOILT)('a mark that %s is unsafe, and no path is shown', async (_, spoil) => {
  await bench.identity().establish(bench.workspace);
  await spoil();
  const state = await textsBelow(bench.stateFolder);
  for (const method of ['find', 'establish'] as const) {
    const call = bench.identity()[method](bench.workspace);
    const thrown = toCountersignError(await call.catch((reason: unknown) => reason));
    expect(thrown.code).toBe('workspace-unsafe');
    expect(`${thrown.message}${JSON.stringify(thrown.details)}`).not.toContain(bench.folder);
  }
  expect(await textsBelow(bench.stateFolder)).toEqual(state);
});

test('a spoilt mark of a workspace that never asked is found by establish, and find does not look', async () => {
  await mkdir(countersign());
  await symlink('elsewhere', mark());
  expect(await bench.identity().find(bench.workspace)).toBeUndefined();
  await expect(bench.identity().establish(bench.workspace)).rejects.toMatchObject({ code: 'workspace-unsafe' });
});

test.each(['missing', 'file', 'file/below', ''])('%j is no workspace', async (name) => {
  await writeFile(join(bench.folder, 'file'), '');
  const root = name === '' ? 'project' : join(bench.folder, name);
  for (const method of ['find', 'establish'] as const) {
    const call = bench.identity()[method]({ scope: 'project', root });
    await expect(call).rejects.toMatchObject({ code: 'workspace-missing' });
  }
});

test('a state folder that others can write is refused, and the workspace is left unmarked', async () => {
  await mkdir(bench.stateFolder);
  await chmod(bench.stateFolder, 0o777);
  await expect(bench.identity().establish(bench.workspace)).rejects.toMatchObject({ code: 'state-unsafe' });
  expect(await textsBelow(bench.workspace.root)).toEqual(new Map());
});

test.each(['', 'short\n', '0'.repeat(65)])('a damaged salt (%j) is refused and kept', async (text) => {
  await bench.identity().establish(bench.workspace);
  const salt = join(bench.stateFolder, 'workspaces/salt');
  await writeFile(salt, text);
  for (const method of ['find', 'establish'] as const) {
    const call = bench.identity()[method](bench.workspace);
    await expect(call).rejects.toMatchObject({ code: 'state-unsafe' });
  }
  expect((await textsBelow(bench.stateFolder)).get('workspaces/salt')).toBe(text);
});
