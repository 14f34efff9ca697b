// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { cp, lstat, mkdir, readFile, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { FsWorkspaceIdentity } from '@countersign/core';
import { openBench, textsBelow, type WorkspaceBench } from './workspace-bench.js';

let bench: WorkspaceBench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.remove());

const find = async (root = bench.workspace.root) => (await bench.identity().find({ scope: 'project', root }))?.id;
const establish = async (root = bench.workspace.root) =>
  (await bench.identity().establish({ scope: 'project', root })).id;
const mark = (root = bench.workspace.root) => join(root, '.countersign/workspace');

test('A01 looking for an unknown workspace writes nothing', async () => {
  expect(await find()).toBeUndefined();
  expect([...(await readdir(bench.folder))]).toEqual(['project']);
  expect([...(await readdir(bench.workspace.root))]).toEqual([]);
});

test('a workspace gets an identity once and keeps it', async () => {
  const id = await establish();
  expect(id).toMatch(/^ws-[0-9a-f]{32}$/);
  const [before, state] = [await textsBelow(bench.workspace.root), await textsBelow(bench.stateFolder)];
  expect(await establish()).toBe(id);
  expect(await find()).toBe(id);
  expect(await textsBelow(bench.workspace.root)).toEqual(before);
  expect(await textsBelow(bench.stateFolder)).toEqual(state);
});

test('A02 neither the path nor a digest that could be guessed from it is in the state folder', async () => {
  await establish();
  const root = bench.workspace.root;
  const guess = createHash('sha256').update(root).digest('hex');
  for (const [name, text] of await textsBelow(bench.stateFolder)) {
    for (const part of [root, 'countersign-workspace-', guess]) expect(`${name}\n${text}`).not.toContain(part);
  }
  // The same path has another name in the next state folder.
  const recordsOf = async () => [...(await textsBelow(join(bench.stateFolder, 'workspaces'))).keys()];
  const names = await recordsOf();
  await rm(bench.stateFolder, { recursive: true });
  await establish();
  expect(await recordsOf()).toHaveLength(names.length);
  expect(await recordsOf()).not.toEqual(names);
});

test('state is for its owner alone, the mark for all who share the workspace', async () => {
  await establish();
  const modeOf = async (path: string) => (await lstat(path)).mode & 0o777;
  expect(await modeOf(join(bench.stateFolder, 'workspaces'))).toBe(0o700);
  for (const name of await readdir(join(bench.stateFolder, 'workspaces'))) {
    expect(await modeOf(join(bench.stateFolder, 'workspaces', name))).toBe(0o600);
  }
  expect(await modeOf(mark())).toBe(0o644);
});

test('git sees nothing of the mark', async () => {
  const git = (...args: string[]) => execFileSync('git', ['-C', bench.workspace.root, ...args], { encoding: 'utf8' });
  git('init', '--quiet');
  await establish();
  expect(git('status', '--porcelain', '--untracked-files=all')).toBe('');
});

describe('A24', () => {
  test('a new workspace at an old path gets a new identity', async () => {
    const old = await establish();
    await rm(bench.workspace.root, { recursive: true });
    await mkdir(bench.workspace.root);
    expect(await find()).toBeUndefined();
    const id = await establish();
    expect(id).not.toBe(old);
    expect(await find()).toBe(id);
  });

  test('another workspace that is moved to an old path does not inherit its identity', async () => {
    const other = join(bench.folder, 'other');
    await mkdir(other);
    const ids = [await establish(), await establish(other)];
    await rm(bench.workspace.root, { recursive: true });
    await rename(other, bench.workspace.root);
    expect(await find()).toBeUndefined();
    expect(ids).not.toContain(await establish());
  });

  test('state that is moved keeps every identity', async () => {
    const id = await establish();
    const moved = join(bench.folder, 'moved');
    await cp(bench.stateFolder, moved, { recursive: true });
    await rm(bench.stateFolder, { recursive: true });
    const identity = new FsWorkspaceIdentity({ stateFolder: moved });
    expect((await identity.find(bench.workspace))?.id).toBe(id);
    expect((await identity.establish(bench.workspace)).id).toBe(id);
  });

  test('a copy of a workspace at another path is asked anew, and so is a workspace that was moved', async () => {
    const id = await establish();
    const copy = join(bench.folder, 'copy');
    await cp(bench.workspace.root, copy, { recursive: true });
    expect(await find(copy)).toBeUndefined();
    expect(await establish(copy)).not.toBe(id);
    expect(await find()).toBe(id);
    const moved = join(bench.folder, 'moved');
    await rename(bench.workspace.root, moved);
    expect(await find(moved)).toBeUndefined();
  });

  test('another state folder gives the same workspace another identity and leaves its mark', async () => {
    const id = await establish();
    const marked = await readFile(mark(), 'utf8');
    const other = new FsWorkspaceIdentity({ stateFolder: join(bench.folder, 'other-state') });
    expect((await other.establish(bench.workspace)).id).not.toBe(id);
    expect(await readFile(mark(), 'utf8')).toBe(marked);
    expect(await find()).toBe(id);
  });

  test('consent for a folder as a project does not hold for it as a home', async () => {
    const id = await establish();
    const home = { ...bench.workspace, scope: 'user' as const };
    expect(await bench.identity().find(home)).toBeUndefined();
    expect((await bench.identity().establish(home)).id).not.toBe(id);
    expect(await find()).toBe(id);
  });
});

test('two ways to a workspace lead to one identity and one root', async () => {
  const id = await establish();
  const link = join(bench.folder, 'link');
  await symlink(bench.workspace.root, link);
  expect(await bench.identity().find({ scope: 'project', root: link })).toEqual({ ...bench.workspace, id });
  expect(await find(`${bench.workspace.root}/../project/`)).toBe(id);
});

test.each(['', '{', '[]', '{"schema":"countersign/workspace/v2"}'])(
  'a damaged record (%j) is made anew, with the same identity',
  async (text) => {
    const id = await establish();
    const folder = join(bench.stateFolder, 'workspaces');
    const record = (await readdir(folder)).find((name) => name.endsWith('.json'));
    await writeFile(join(folder, String(record)), text);
    expect(await find()).toBeUndefined();
    expect(await establish()).toBe(id);
    expect(await find()).toBe(id);
  },
);
