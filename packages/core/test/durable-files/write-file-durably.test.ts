// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { lstat, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFileDurably } from '@countersign/core';

let base: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'write-durably-'));
});
afterEach(() => rm(base, { recursive: true, force: true }));

test('a file is written for its owner alone, and nothing else is left', async () => {
  await writeFileDurably(join(base, 'file'), 'text');
  expect(await readFile(join(base, 'file'), 'utf8')).toBe('text');
  expect((await lstat(join(base, 'file'))).mode & 0o777).toBe(0o600);
  expect(await readdir(base)).toEqual(['file']);
});

test('an older file is replaced whole, whatever its mode was', async () => {
  await writeFile(join(base, 'file'), 'a much longer text', { mode: 0o644 });
  await writeFileDurably(join(base, 'file'), Buffer.from([0, 255]));
  expect([...(await readFile(join(base, 'file')))]).toEqual([0, 255]);
  expect((await lstat(join(base, 'file'))).mode & 0o777).toBe(0o600);
});

test('a link is replaced, and what it points to is not written', async () => {
  await writeFile(join(base, 'target'), 'target');
  await symlink('target', join(base, 'file'));
  await writeFileDurably(join(base, 'file'), 'text');
  expect((await lstat(join(base, 'file'))).isFile()).toBe(true);
  expect(await readFile(join(base, 'target'), 'utf8')).toBe('target');
});

test('many writers at once leave one of their contents', async () => {
  const texts = Array.from({ length: 16 }, (_, index) => String(index).repeat(10_000));
  await Promise.all(texts.map((text) => writeFileDurably(join(base, 'file'), text)));
  expect(texts).toContain(await readFile(join(base, 'file'), 'utf8'));
  expect(await readdir(base)).toEqual(['file']);
});

test('a refusal leaves nothing behind and names no path', async () => {
  await mkdir(join(base, 'folder'));
  const refusal = expect(writeFileDurably(join(base, 'folder'), 'text')).rejects;
  await refusal.toMatchObject({ code: 'unavailable', details: { errno: 'EISDIR' } });
  expect(await readdir(base)).toEqual(['folder']);
  await expect(writeFileDurably(join(base, 'missing', 'file'), 'text')).rejects.toMatchObject({
    code: 'unavailable',
    details: { errno: 'ENOENT' },
  });
});
