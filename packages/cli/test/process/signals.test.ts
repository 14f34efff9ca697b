// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SqliteEngineStore } from '@countersign/store-sqlite';
import { catalogAdd } from '../../src/commands/catalog.js';
import { pending } from '../../src/commands/challenges.js';
import { createScene, type Scene } from '../scene.js';
import { challengeFor, setUp } from '../set-up.js';
import { run, runJson, start } from './start.js';

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
  await setUp(scene);
});
afterEach(() => scene.remove());

/** A registry that takes requests and never answers. */
async function serveSilence() {
  let arrived = () => {};
  const asked = new Promise<void>((resolve) => (arrived = resolve));
  const server = createServer(() => arrived());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    asked,
    env: { npm_config_registry: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s', (signal, exitCode) => {
  test('ends fetching for the catalog, and leaves the catalog as it was', async () => {
    await using silence = await serveSilence();
    const file = path.join(scene.workspace, 'countersign.catalog.json');
    const before = await readFile(file, 'utf8');
    const { child, ended } = start(scene, ['catalog', 'add', 'npm:quiet', '--json'], { env: silence.env });
    await silence.asked;
    child.kill(signal);
    const { code, stdout } = await ended;
    expect(code).toBe(exitCode);
    expect(JSON.parse(stdout)).toMatchObject({ schema: 'countersign/error/v1', code: 'interrupted' });
    expect(await readFile(file, 'utf8')).toBe(before);
    expect((await readdir(scene.workspace)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('ends fetching for a challenge, and the next call goes on', async () => {
    await using silence = await serveSilence();
    const file = path.join(scene.workspace, 'countersign.catalog.json');
    const pinned = await readFile(file, 'utf8');
    const material = { scheme: 'npm', package: 'quiet', version: '1.0.0', integrity: `sha512-${'A'.repeat(86)}==` };
    const catalog = JSON.parse(pinned) as { entries: object[] };
    const entries = catalog.entries.map((entry) => ({ ...entry, material, manifestDigest: '0'.repeat(64) }));
    await writeFile(file, JSON.stringify({ ...catalog, entries }));
    const { child, ended } = start(scene, ['reconcile', '--task', 'code review', '--json'], { env: silence.env });
    await silence.asked;
    child.kill(signal);
    const { code, stdout } = await ended;
    expect(code).toBe(exitCode);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'failed', failure: { code: 'aborted' }, challenges: [] });

    await writeFile(file, pinned);
    expect(await runJson(scene, ['reconcile', '--task', 'code review'])).toMatchObject({ code: 3 });
  });
});

test('SIGINT ends waiting for another process', async () => {
  await challengeFor(scene);
  const [{ workspaceId = '' } = {}] = (await pending(scene.context())).document['challenges'] as {
    workspaceId: string;
  }[];
  await scene.writeSkill('skills/notes', { 'SKILL.md': '---\nname: notes\ndescription: Writes notes.\n---\n' });
  await catalogAdd(scene.context(), { reference: 'skills/notes', trigger: ['write notes'] });

  const file = path.join(scene.home.state, 'journal.sqlite');
  const other = new SqliteEngineStore({ file });
  try {
    await other.acquireLease(`workspace/${workspaceId}`, { ttlMs: 60_000, waitMs: 0 });
    const { child, ended } = start(scene, ['reconcile', '--task', 'write notes', '--json']);
    // Whoever waits for a lease shows that it lives: the second one is the command.
    while ((await readdir(`${file}-holders`)).filter((name) => name.endsWith('.lock')).length < 2) await delay(20);
    child.kill('SIGINT');
    const { code, stdout } = await ended;
    expect(code).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'failed', failure: { code: 'aborted' } });
  } finally {
    await other.close();
  }
  expect(await runJson(scene, ['reconcile', '--task', 'write notes'])).toMatchObject({
    code: 3,
    document: { failure: null },
  });
});

test('a reader that leaves early is no failure', async () => {
  const { child, ended } = start(scene, ['catalog', 'list']);
  child.stdout.destroy();
  expect(await ended).toMatchObject({ code: 0, stderr: '' });
  expect((await run(scene, ['audit', 'verify'])).code).toBe(0);
});
