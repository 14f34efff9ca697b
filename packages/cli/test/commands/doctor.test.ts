// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { appendFile, chmod, mkdir, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseInstant } from '@countersign/core';
import type { CommandResult } from '../../src/command.js';
import { doctor } from '../../src/commands/doctor.js';
import type { Finding } from '../../src/doctor/finding.js';
import { checkClock } from '../../src/doctor/home-checks.js';
import { checkNode, checkUser } from '../../src/doctor/machine-checks.js';
import { createScene, type Scene } from '../scene.js';
import { challengeFor, setUp } from '../set-up.js';

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
});
afterEach(() => scene.remove());

const findings = ({ document }: CommandResult) => document['findings'] as readonly Finding[];
const failed = (result: CommandResult) =>
  findings(result)
    .filter(({ status }) => status === 'fail')
    .map(({ check }) => check);
const started = async () => {
  await setUp(scene);
  await challengeFor(scene);
};
const examined = async () => await doctor(scene.context());

describe('the doctor', () => {
  test('finds nothing wrong where nothing is, and leaves nothing behind', async () => {
    await started();
    const before = await readdir(scene.folder, { recursive: true });
    const result = await examined();
    expect(failed(result)).toEqual([]);
    expect(result).toMatchObject({ exitCode: 0, document: { healthy: true } });
    const left = (await readdir(scene.folder, { recursive: true })).filter((name) => !before.includes(name));
    expect(left.filter((name) => !/journal\.sqlite/.test(name))).toEqual([]);
  });

  test('says what to do with every finding that is not ok', async () => {
    const result = await examined();
    expect(result).toMatchObject({ exitCode: 1, document: { healthy: false } });
    expect(failed(result)).toContain('home');
    for (const { status, remedy } of findings(result)) {
      if (status === 'ok') expect(remedy).toBeNull();
      else expect(remedy).toMatch(/\.$/);
    }
  });

  test('warns of a key without a passphrase, and of having no terminal', async () => {
    await started();
    const warned = findings(await examined()).filter(({ status }) => status === 'warn');
    expect(warned.map(({ check }) => check)).toEqual(expect.arrayContaining(['keys', 'terminal']));
  });

  test.each([
    ['home', () => chmod(scene.home.folder, 0o777)],
    ['keys', () => chmod(path.join(scene.home.keys, 'laptop.pem'), 0o644)],
    ['configuration', () => writeFile(scene.home.config, '{}')],
    ['approvers', () => writeFile(scene.home.approvers, '{')],
    [
      'journal',
      () => appendFile(path.join(scene.home.state, 'journal.sqlite'), '').then(() => spoil('journal.sqlite')),
    ],
    ['catalog', () => writeFile(path.join(scene.workspace, 'countersign.catalog.json'), '[]')],
    ['host codex', () => symlink('skills', path.join(scene.workspace, '.agents'))],
    ['host claude-code', () => writeFile(path.join(scene.workspace, '.claude'), 'a file')],
  ])('names what is broken: %s', async (check, spoilIt) => {
    await started();
    await spoilIt();
    expect(failed(await examined())).toContain(check);
  });

  test('A11 names no place of the machine', async () => {
    await started();
    await chmod(scene.home.folder, 0o777);
    await writeFile(scene.home.config, '{}');
    expect(JSON.stringify((await examined()).document)).not.toContain(scene.folder);
  });

  async function spoil(name: string): Promise<void> {
    await writeFile(path.join(scene.home.state, name), 'not a database, and long enough to be read as one'.repeat(100));
  }
});

describe('a check', () => {
  test('knows which Node is too old', () => {
    expect(['v20.18.3', 'v18.20.0', 'v20.19.0', 'v22.0.0'].map((version) => checkNode(version).status)).toEqual([
      'fail',
      'fail',
      'ok',
      'ok',
    ]);
  });

  test('knows root', () => {
    expect([0, 1000, undefined].map((uid) => checkUser(uid).status)).toEqual(['warn', 'ok', 'ok']);
  });

  test('knows a clock that went back', async () => {
    await mkdir(scene.home.state, { recursive: true });
    const journal = path.join(scene.home.state, 'journal.sqlite');
    await writeFile(journal, '');
    await utimes(journal, new Date('2026-06-01T00:00:00Z'), new Date('2026-06-01T00:00:00Z'));
    const statusAt = async (now: string) => (await checkClock(scene.home, parseInstant(now))).status;
    expect(await statusAt('2026-06-01T00:00:00Z')).toBe('ok');
    expect(await statusAt('2026-05-31T00:00:00Z')).toBe('fail');
    expect(await statusAt('1970-01-01T00:00:00Z')).toBe('fail');
  });
});
