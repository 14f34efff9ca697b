// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { chmod, lstat, mkdir, readFile, readdir, readlink, symlink, unlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { contentsOf, namesAround, openBench, type HostBench } from './host-bench.js';

let bench: HostBench;
beforeEach(async () => {
  bench = await openBench();
  await bench.host().apply(bench.exposure, bench.tree);
});
afterEach(() => bench.remove());

async function revert(): Promise<{ folder: string; drift: readonly unknown[] }> {
  const kept = await bench.host().revert(bench.exposure, bench.tree);
  expect(await namesAround(bench.place)).toEqual({ discovery: [], beside: ['skills'] });
  return { folder: join(bench.stateFolder, String(kept?.place), 'sample'), drift: kept?.drift ?? [] };
}

test('A28 only what differs is kept, in the folders it was in', async () => {
  await writeFile(join(bench.place, 'references/Notes.md'), 'edited\n');
  await mkdir(join(bench.place, 'own/empty'), { recursive: true });
  const { folder, drift } = await revert();
  expect(drift).toEqual([
    { kind: 'added', path: 'own' },
    { kind: 'added', path: 'own/empty' },
    { kind: 'changed', path: 'references/Notes.md' },
  ]);
  expect([...(await contentsOf(folder))]).toEqual([['references/Notes.md', 'edited\n']]);
  expect([...(await readdir(folder))].sort()).toEqual(['own', 'references']);
  expect([...(await readdir(join(folder, 'own')))]).toEqual(['empty']);
});

test('A28 names in any encoding are kept as they are', async () => {
  // Latin-1 and Shift-JIS: no UTF-8, and the two would look the same as text.
  const names = [Buffer.from('caf\u00e9', 'latin1'), Buffer.from('caf\u00ea', 'latin1'), Buffer.from([0x8b, 0x5a])];
  for (const [index, name] of names.entries()) {
    await writeFile(Buffer.concat([Buffer.from(`${bench.place}/`), name]), `text ${index}\n`);
  }
  const { folder } = await revert();
  const kept = await readdir(folder, 'buffer');
  expect(kept.map((name) => name.toString('hex')).sort()).toEqual(names.map((name) => name.toString('hex')).sort());
});

test('A28 an edited executable is kept as one, for its owner alone', async () => {
  await writeFile(join(bench.place, 'scripts/run.sh'), '#!/bin/sh\nexit 3\n');
  const { folder } = await revert();
  expect((await lstat(join(folder, 'scripts/run.sh'))).mode & 0o777).toBe(0o700);
  expect((await lstat(folder)).mode & 0o777).toBe(0o700);
});

test('A28 a file whose mode alone was changed is kept too, since somebody meant it', async () => {
  await chmod(join(bench.place, 'SKILL.md'), 0o755);
  const { folder, drift } = await revert();
  expect(drift).toEqual([{ kind: 'mode', path: 'SKILL.md' }]);
  expect(await readFile(join(folder, 'SKILL.md'), 'utf8')).toContain('name: sample');
});

test('A27 permissions that were taken away do not stop the revert, and what was added is kept', async () => {
  await writeFile(join(bench.place, 'scripts/own'), 'added\n');
  for (const path of ['scripts/own', 'SKILL.md', 'scripts', '.']) await chmod(join(bench.place, path), 0);
  const { folder } = await revert();
  expect(await readFile(join(folder, 'scripts/own'), 'utf8')).toBe('added\n');
});

test('A28 links are kept as links and not followed', async () => {
  await symlink('/nowhere/at/all', join(bench.place, 'link'));
  const { folder } = await revert();
  expect(await readlink(join(folder, 'link'))).toBe('/nowhere/at/all');
});

test('a socket holds nothing to keep and does not stop the revert', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(join(bench.place, 's'), resolve));
  try {
    const found = await bench.host().inspect(bench.exposure, bench.tree, { depth: 'full' });
    expect(found).toEqual({ kind: 'drifted', drift: [{ kind: 'added', path: 's' }] });
    expect((await revert()).drift).toEqual([{ kind: 'added', path: 's' }]);
  } finally {
    server.close();
  }
});

test('nothing is kept where files are only missing', async () => {
  await unlink(join(bench.place, 'SKILL.md'));
  expect((await revert()).drift).toEqual([]);
  expect([...(await readdir(bench.stateFolder))]).toEqual(['ledger']);
});
