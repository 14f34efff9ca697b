// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { chmod, cp, lstat, mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { FsSkillStore, isCountersignError, type ErrorCode } from '@countersign/core';
import { digestOfFiles, entriesOf, sampleSkill, stageOptions } from './sample-skill.mjs';
import { everythingIn, newStateFolder } from './state-folder.js';

const FILES = sampleSkill();
const DIGEST = digestOfFiles(FILES);

async function staged() {
  const folder = await newStateFolder();
  const store = new FsSkillStore({ folder });
  await store.stage(entriesOf(FILES), stageOptions(FILES));
  return { folder, store, tree: join(folder, 'skills', 'staged', DIGEST) };
}

/** Expects the code, and that nothing of the machine is said. */
async function expectRefusal(call: Promise<unknown>, code: ErrorCode, folder: string): Promise<void> {
  const thrown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(isCountersignError(thrown) ? thrown.code : thrown).toBe(code);
  if (isCountersignError(thrown)) expect(JSON.stringify([thrown.message, thrown.details])).not.toContain(folder);
}

test('A41 staged bytes lie where no agent host looks, and only their owner can read them', async () => {
  const { folder, tree } = await staged();
  const all = await everythingIn(dirname(folder));
  expect(all.filter((path) => path.endsWith('SKILL.md'))).toEqual([`state/skills/staged/${DIGEST}/files/SKILL.md`]);
  for (const path of ['', ...(await everythingIn(folder))]) {
    const { mode } = await lstat(join(folder, path));
    expect([path, mode & 0o077]).toEqual([path, 0]);
  }
  expect((await lstat(join(tree, 'files', 'scripts', 'run.sh'))).mode & 0o777).toBe(0o700);
  expect((await lstat(join(tree, 'files', 'SKILL.md'))).mode & 0o777).toBe(0o600);
});

test('looking for skills makes no folder', async () => {
  const folder = await newStateFolder();
  const store = new FsSkillStore({ folder });
  expect(await store.find(DIGEST)).toBe('absent');
  expect(await store.verify(DIGEST)).toEqual({ kind: 'absent' });
  await store.quarantine(DIGEST);
  await store.sweep();
  for await (const tree of store.list()) expect(tree).toBeUndefined();
  expect(await everythingIn(dirname(folder))).toEqual([]);
});

test('a digest that is not one never becomes a path', async () => {
  const { folder, store } = await staged();
  await expectRefusal(store.find('../staged' as typeof DIGEST), 'identifier-invalid', folder);
});

describe('what somebody did to a tree is noticed:', () => {
  const files = (tree: string, path: string) => join(tree, 'files', path);
  test.each<[what: string, paths: string[], change: (tree: string) => Promise<unknown>]>([
    ['an empty folder', ['added'], (tree) => mkdir(files(tree, 'added'))],
    ['a link', ['notes/link'], (tree) => symlink('0', files(tree, 'notes/link'))],
    ['a file beside the files', [], (tree) => writeFile(join(tree, 'added'), '')],
    [
      'a file that became a link to the same bytes',
      ['SKILL.md'],
      async (tree) => {
        await rename(files(tree, 'SKILL.md'), `${tree}-SKILL.md`);
        await symlink(`${tree}-SKILL.md`, files(tree, 'SKILL.md'));
      },
    ],
    [
      'a file that became a folder',
      ['empty'],
      async (tree) => {
        await rm(files(tree, 'empty'));
        await mkdir(files(tree, 'empty'));
      },
    ],
    [
      'a folder that became a link to the same files',
      ['scripts'],
      async (tree) => {
        await rename(files(tree, 'scripts'), `${tree}-scripts`);
        await symlink(`${tree}-scripts`, files(tree, 'scripts'));
      },
    ],
    [
      'a tree that became a link to the same tree',
      [],
      async (tree) => {
        await rename(tree, `${tree}-tree`);
        await symlink(`${tree}-tree`, tree);
      },
    ],
    ['a renamed file', ['empty', 'renamed'], (tree) => rename(files(tree, 'empty'), files(tree, 'renamed'))],
    ['a set-user-id bit', ['scripts/run.sh'], (tree) => chmod(files(tree, 'scripts/run.sh'), 0o4700)],
    ['a file that others can write', ['SKILL.md'], (tree) => chmod(files(tree, 'SKILL.md'), 0o622)],
    ['a manifest that is gone', [], (tree) => rm(join(tree, 'manifest.json'))],
    ['a folder that is gone', ['notes/3/note.md'], (tree) => rm(files(tree, 'notes/3'), { recursive: true })],
    [
      'a file that became a pipe',
      ['SKILL.md'],
      async (tree) => {
        await rm(files(tree, 'SKILL.md'));
        await promisify(execFile)('mkfifo', [files(tree, 'SKILL.md')]);
      },
    ],
  ])('%s', async (_what, paths, change) => {
    const { store, tree } = await staged();
    await change(tree);
    expect(await store.verify(DIGEST)).toEqual({ kind: 'altered', paths });
    await store.stage(entriesOf(FILES), stageOptions(FILES));
    expect(await store.verify(DIGEST)).toMatchObject({ kind: 'intact' });
  });
});

test('a name of another case is noticed, also where the file system does not tell them apart', async () => {
  const { store, tree } = await staged();
  await rename(join(tree, 'files', 'SKILL.md'), join(tree, 'files', 'skill.md'));
  expect(await store.verify(DIGEST)).toMatchObject({ kind: 'altered', paths: expect.arrayContaining(['skill.md']) });
});

describe('a name that is in use is never written over:', () => {
  test('an empty folder at the place of a tree is no tree', async () => {
    const { folder, store, tree } = await staged();
    await store.quarantine(DIGEST);
    await mkdir(tree);
    await mkdir(join(folder, 'skills', 'published', DIGEST), { recursive: true, mode: 0o700 });
    expect(await store.find(DIGEST)).toBe('absent');
    await store.stage(entriesOf(FILES), stageOptions(FILES));
    await store.publish(DIGEST);
    expect(await store.verify(DIGEST)).toMatchObject({ kind: 'intact' });
  });

  test('a file at the place of a tree is kept in quarantine', async () => {
    const { folder, store, tree } = await staged();
    await store.quarantine(DIGEST);
    await writeFile(tree, 'not a tree');
    await store.stage(entriesOf(FILES), stageOptions(FILES));
    expect(await store.find(DIGEST)).toBe('staged');
    expect(await readdir(join(folder, 'skills', 'quarantine'))).toHaveLength(2);
  });

  test('an altered published tree is quarantined, and an intact staged one survives it', async () => {
    const { folder, store, tree } = await staged();
    const published = join(folder, 'skills', 'published', DIGEST);
    await mkdir(dirname(published), { mode: 0o700 });
    await cp(tree, published, { recursive: true });
    await writeFile(join(published, 'files', 'SKILL.md'), 'altered');
    await expectRefusal(store.publish(DIGEST), 'store-bytes-altered', folder);
    expect(await store.find(DIGEST)).toBe('staged');
    await store.publish(DIGEST);
    expect(await store.verify(DIGEST)).toMatchObject({ kind: 'intact' });
  });
});

describe('a state folder that is not ours alone is refused:', () => {
  const stageIn = (folder: string) => new FsSkillStore({ folder }).stage(entriesOf(FILES), stageOptions(FILES));

  test.each(['', 'skills', 'skills/incoming', 'skills/staged'])('a link at "%s"', async (part) => {
    const folder = await newStateFolder();
    const elsewhere = `${folder}-elsewhere`;
    await mkdir(elsewhere, { mode: 0o700 });
    await mkdir(dirname(join(folder, part)), { recursive: true, mode: 0o700 });
    await symlink(elsewhere, join(folder, part));
    await expectRefusal(stageIn(folder), 'state-unsafe', folder);
    expect(await everythingIn(elsewhere)).toEqual([]);
    if (part !== 'skills/incoming') expect(await everythingIn(join(folder, 'skills', 'incoming'))).toEqual([]);
  });

  test('a folder that others can write', async () => {
    const folder = await newStateFolder();
    await mkdir(folder);
    await chmod(folder, 0o777);
    await expectRefusal(stageIn(folder), 'state-unsafe', folder);
    expect(await everythingIn(folder)).toEqual([]);
  });

  test('a file', async () => {
    const folder = await newStateFolder();
    await writeFile(folder, '');
    await expectRefusal(stageIn(folder), 'state-unsafe', folder);
    await expectRefusal(new FsSkillStore({ folder }).find(DIGEST), 'state-unsafe', folder);
  });
});
