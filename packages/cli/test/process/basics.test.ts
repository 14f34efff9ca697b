// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { createScene, type Scene } from '../scene.js';
import { challengeFor, setUp } from '../set-up.js';
import { run, runJson } from './start.js';

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
});
afterEach(() => scene.remove());

describe('the command', () => {
  test('prints its version and its help', async () => {
    const { version } = JSON.parse(await readFile(path.resolve(import.meta.dirname, '../../package.json'), 'utf8')) as {
      version: string;
    };
    expect(await run(scene, ['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
    const help = await run(scene, ['--help']);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toContain('Examples:\n  $ countersign init');
    expect((await run(scene, [])).code).toBe(2);
  });

  test.each([
    [['--sideways']],
    [['reconsile']],
    [['show']],
    [['policy', 'set', 'always']],
    [['status', '--user', '--workspace', '.']],
  ])('answers %j with code 2, and says what is wrong', async (argv) => {
    const { code, stdout, stderr } = await run(scene, argv);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^error usage: .*\n {2}problem: .+\n {2}What to do: .+\n$/);
    expect(await runJson(scene, argv)).toMatchObject({
      code: 2,
      document: { schema: 'countersign/error/v1', code: 'usage' },
    });
  });

  test('A26 fails with a code and what to do', async () => {
    const { code, stdout, stderr } = await run(scene, ['status']);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(
      'error not-initialised: Countersign has no home on this machine yet.\n  What to do: Run `countersign init`.\n',
    );
  });

  test('A11 shows no place and no stack, unless it is asked to debug', async () => {
    await setUp(scene);
    const { stderr, stdout } = await run(scene, ['reconcile', '--assertion', '/nowhere/at/all']);
    expect(stdout + stderr).not.toMatch(/nowhere|\.js:\d+|ENOENT/);
    const debugged = await run(scene, ['reconcile', '--assertion', '/nowhere/at/all'], {
      env: { COUNTERSIGN_DEBUG: '1' },
    });
    expect(debugged.stderr).toMatch(/ENOENT[\s\S]*error file-unreadable/);
  });

  test('keeps everything for its user alone', async () => {
    await setUp(scene);
    expect((await run(scene, ['reconcile', '--task', 'code review'])).code).toBe(3);
    for (const name of await readdir(scene.home.folder, { recursive: true })) {
      const found = await stat(path.join(scene.home.folder, name));
      // What is executable in a staged skill stays so, for its user.
      expect([name, found.mode & 0o077]).toEqual([name, 0]);
    }
  });
});

describe('reconcile', () => {
  test('asks once, in whatever folder of the project and whatever words', async () => {
    await setUp(scene);
    const first = await runJson(scene, ['reconcile', '--task', 'a code review please']);
    expect(first).toMatchObject({ code: 3, document: { status: 'consent-required' } });
    const again = await runJson(scene, ['reconcile', '--task', '-', '--host', 'codex'], {
      input: 'could you check my code?',
      cwd: path.join(scene.workspace, 'skills'),
    });
    expect(again.document['challenges']).toEqual(first.document['challenges']);
    expect(await runJson(scene, ['reconcile', '--task', 'bake bread'])).toMatchObject({ code: 3 });
  });

  test('abstains where nothing fits, and records nothing', async () => {
    await setUp(scene);
    expect(await runJson(scene, ['reconcile', '--task', 'bake bread'])).toMatchObject({
      code: 0,
      document: { status: 'abstained' },
    });
    await expect(stat(scene.home.state)).resolves.toBeDefined();
    expect(await readdir(scene.home.state)).not.toContain('journal.sqlite');
  });

  test('fails for a host that is not configured', async () => {
    await setUp(scene);
    expect(await runJson(scene, ['reconcile', '--host', 'notepad'])).toMatchObject({
      code: 1,
      document: { status: 'failed', failure: { code: 'host-unknown' } },
    });
  });
});

describe('approving without a terminal', () => {
  test.each([
    ['yes on standard input', ['approve'], {}],
    ['an option that does not exist', ['approve', '--yes'], {}],
    ['a variable', ['approve'], { COUNTERSIGN_YES: '1', CI: 'true', FORCE_TTY: '1' }],
    ['denying', ['deny'], {}],
  ])('is refused: %s', async (_name, [command = '', ...options], env) => {
    await setUp(scene);
    const digest = await challengeFor(scene);
    const input = `yes\n${digest.slice(0, 8)}\n`.repeat(3);
    const { code, stdout } = await run(scene, [command, digest, ...options], { input, env });
    expect([6, 2]).toContain(code);
    expect(stdout).toBe('');
    expect((await runJson(scene, ['status'])).document).toMatchObject({ capabilities: [{ state: 'awaiting' }] });
    expect(await readdir(scene.workspace)).not.toContain('.claude');
  });
});
