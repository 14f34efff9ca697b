// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { fork } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endOf, nextMessage } from '../skill-store/child-process.js';
import { openBench, textsBelow, type WorkspaceBench } from './workspace-bench.js';

const SCRIPT = fileURLToPath(new URL('./establish.mjs', import.meta.url));

let bench: WorkspaceBench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.remove());

/** Runs the compiled package, in plain Node, as far as its first step. */
async function startReady(...points: readonly string[]) {
  const child = fork(SCRIPT, [bench.stateFolder, bench.workspace.root, ...points], { execArgv: [] });
  expect(await nextMessage(child)).toBe('ready');
  return child;
}

test('A24 a process killed between mark and record leaves a workspace that establish goes on with', async () => {
  const child = await startReady('identity.marked');
  const ending = endOf(child);
  child.send('now');
  expect(await ending).toBe('SIGKILL');
  const marked = await textsBelow(bench.workspace.root);
  expect(marked.size).toBe(2);
  expect(await bench.identity().find(bench.workspace)).toBeUndefined();
  const { id } = await bench.identity().establish(bench.workspace);
  expect(await textsBelow(bench.workspace.root)).toEqual(marked);
  expect((await bench.identity().find(bench.workspace))?.id).toBe(id);
});

test('A24 a process killed after the record leaves an identity', async () => {
  const child = await startReady('identity.durable');
  const ending = endOf(child);
  child.send('now');
  expect(await ending).toBe('SIGKILL');
  const found = await bench.identity().find(bench.workspace);
  expect(found?.id).toMatch(/^ws-/);
  expect(await bench.identity().establish(bench.workspace)).toEqual(found);
});

test('A09 processes at once get one identity', async () => {
  const children = await Promise.all(Array.from({ length: 4 }, () => startReady()));
  const answers = children.map(nextMessage);
  const endings = children.map(endOf);
  for (const child of children) child.send('now');
  const ids = await Promise.all(answers);
  expect(await Promise.all(endings)).toEqual([0, 0, 0, 0]);
  expect(new Set(ids)).toEqual(new Set([(await bench.identity().find(bench.workspace))?.id]));
  expect([...(await readdir(join(bench.workspace.root, '.countersign')))].sort()).toEqual(['.gitignore', 'workspace']);
  expect(await readdir(join(bench.stateFolder, 'workspaces'))).toHaveLength(2);
});

test('A09 calls at once in one process get one identity', async () => {
  const calls = Array.from({ length: 8 }, () => bench.identity().establish(bench.workspace));
  expect(new Set((await Promise.all(calls)).map(({ id }) => id)).size).toBe(1);
});
