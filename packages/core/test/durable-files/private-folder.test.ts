// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requirePrivateFolder } from '@countersign/core';

let base: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'private-folder-'));
});
afterEach(() => rm(base, { recursive: true, force: true }));

const modeOf = async (path: string) => (await lstat(path)).mode & 0o777;

test('a folder is made for its owner alone, and so are its parents', async () => {
  await requirePrivateFolder(join(base, 'a', 'b', 'c'));
  for (const path of ['a', 'a/b', 'a/b/c']) expect(await modeOf(join(base, path))).toBe(0o700);
});

test('a folder that is there is left as it is', async () => {
  await mkdir(join(base, 'a'));
  await chmod(join(base, 'a'), 0o755);
  await writeFile(join(base, 'a', 'file'), 'text');
  await requirePrivateFolder(join(base, 'a'));
  await requirePrivateFolder(join(base, 'a'));
  expect(await modeOf(join(base, 'a'))).toBe(0o755);
  expect(await readdir(join(base, 'a'))).toEqual(['file']);
});

test('many processes may make it at once', async () => {
  await Promise.all(Array.from({ length: 16 }, () => requirePrivateFolder(join(base, 'a', 'b'))));
  expect(await modeOf(join(base, 'a', 'b'))).toBe(0o700);
});

const refused = (path: string, reason: string) =>
  expect(requirePrivateFolder(path)).rejects.toMatchObject({ code: 'state-unsafe', details: { reason } });

test('a folder that others can write is refused', async () => {
  for (const mode of [0o770, 0o707, 0o1777]) {
    await mkdir(join(base, `${mode}`));
    await chmod(join(base, `${mode}`), mode);
    await refused(join(base, `${mode}`), 'writable-by-others');
  }
});

test('a link is refused, even to a private folder', async () => {
  await mkdir(join(base, 'real'), { mode: 0o700 });
  await symlink('real', join(base, 'link'));
  await refused(join(base, 'link'), 'not-a-folder');
});

test('a link that leads nowhere is refused, and nothing is made at its end', async () => {
  await symlink('nowhere', join(base, 'link'));
  await expect(requirePrivateFolder(join(base, 'link'))).rejects.toMatchObject({ code: 'state-unsafe' });
  expect(await readdir(base)).toEqual(['link']);
});

test('a file is refused, as the folder and as its parent', async () => {
  await writeFile(join(base, 'file'), '');
  for (const path of ['file', 'file/below'])
    await expect(requirePrivateFolder(join(base, path))).rejects.toMatchObject({ code: 'state-unsafe' });
});

test("somebody else's folder is refused", async () => {
  // Root can give a folder away; everybody else finds one of root's at the top.
  const isRoot = process.getuid?.() === 0;
  const foreign = isRoot ? join(base, 'foreign') : '/';
  if (isRoot) {
    await mkdir(foreign, { mode: 0o700 });
    await chown(foreign, 12_345, 12_345);
  }
  await refused(foreign, 'other-owner');
});
