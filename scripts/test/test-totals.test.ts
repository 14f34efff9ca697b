// SPDX-License-Identifier: Apache-2.0
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const script = path.resolve(import.meta.dirname, '../test-totals.mjs');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-totals-'));
});

afterAll(() => rm(folder, { recursive: true }));

async function printed(result: object): Promise<string> {
  const file = path.join(folder, 'result.json');
  await writeFile(file, JSON.stringify(result));
  return spawnSync(process.execPath, [script, file], { encoding: 'utf8' }).stdout;
}

const passing = { numPassedTests: 12, numFailedTests: 0, numPendingTests: 0, numRuntimeErrorTestSuites: 0 };

test('prints what passed and failed alone on a line', async () => {
  expect(await printed(passing)).toBe('12 passed, 0 failed\n');
  expect(await printed({ ...passing, numFailedTests: 3, numPendingTests: 2 })).toBe('12 passed, 3 failed, 2 skipped\n');
});

test('counts a file that could not be run as a failure', async () => {
  expect(await printed({ ...passing, numRuntimeErrorTestSuites: 1 })).toBe('12 passed, 1 failed\n');
});

test('fails where there is no result', () => {
  expect(spawnSync(process.execPath, [script, path.join(folder, 'none.json')]).status).toBe(1);
});
