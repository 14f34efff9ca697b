// SPDX-License-Identifier: Apache-2.0
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { requiredBackends } from '../backend-probes.mjs';

const root = path.resolve(import.meta.dirname, '../..');

/** A folder to use as PATH: it has node and nothing else, so no backend is found. */
let bare: string;

beforeAll(async () => {
  bare = await mkdtemp(path.join(tmpdir(), 'countersign-backends-'));
  await symlink(process.execPath, path.join(bare, 'node'));
});

afterAll(() => rm(bare, { recursive: true }));

/** Runs the test that needs a terminal in a jest of its own. */
function runTerminalTest(env: { readonly COUNTERSIGN_REQUIRE: string; readonly PATH: string }) {
  const jest = path.join(root, 'node_modules/jest/bin/jest.js');
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--experimental-vm-modules', jest, 'test-support/test/terminal.test.ts'],
    { cwd: root, env: { ...process.env, ...env }, encoding: 'utf8' },
  );
  return { status, stderr };
}

describe('COUNTERSIGN_REQUIRE', () => {
  test('is a list of names, and nothing by default', () => {
    expect(requiredBackends('')).toEqual([]);
    expect(requiredBackends('terminal, ')).toEqual(['terminal']);
  });

  test('refuses a name that does not exist, and tells which do', () => {
    expect(() => requiredBackends('terminal,termnal')).toThrow('names termnal; there is terminal');
  });

  test('ends the run when it names something unknown', () => {
    const { status, stderr } = runTerminalTest({ COUNTERSIGN_REQUIRE: 'termnal', PATH: bare });
    expect(stderr).toContain('COUNTERSIGN_REQUIRE names termnal; there is terminal');
    expect(status).toBe(1);
  });
});

describe('a test whose backend is missing', () => {
  test('is named at the end, and the run succeeds', () => {
    const { status, stderr } = runTerminalTest({ COUNTERSIGN_REQUIRE: '', PATH: bare });
    expect(stderr).toMatch(
      /^not run: terminal \(no pseudo-terminal: .+\)\n {2}a command under `script` .+\[needs terminal\]$/m,
    );
    expect(status).toBe(0);
  });

  test('fails when the backend is required', () => {
    const { status, stderr } = runTerminalTest({ COUNTERSIGN_REQUIRE: 'terminal', PATH: bare });
    expect(stderr).toContain('COUNTERSIGN_REQUIRE names terminal: no pseudo-terminal');
    expect(status).toBe(1);
  });
});
