// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { chmod, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { configShape, findConfig, parseHosts, requireConfig, writeConfig, type Config } from '../../src/home/config.js';
import { locateHome } from '../../src/home/home.js';
import { createScene, type Scene } from '../scene.js';

const CONFIG: Config = { schema: 'countersign/config/v1', audience: 'installation-1', hosts: ['claude-code', 'codex'] };

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
});
afterEach(() => scene.remove());

test('the published JSON Schema is the one that is used (packages/cli/test/write-config-schema.mjs)', async () => {
  const file = path.resolve(import.meta.dirname, '../../schema/config.schema.json');
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(z.toJSONSchema(configShape));
});

test('COUNTERSIGN_HOME says where the home is, and the platform otherwise', () => {
  expect(locateHome({ COUNTERSIGN_HOME: '/somewhere' })).toMatchObject({
    folder: '/somewhere',
    config: '/somewhere/config.json',
    state: '/somewhere/state',
  });
  expect(path.isAbsolute(locateHome({}).folder)).toBe(true);
  expect(locateHome({ COUNTERSIGN_HOME: '' }).folder).toBe(locateHome({}).folder);
});

describe('the configuration', () => {
  test('is private, and read as it was written', async () => {
    await writeConfig(scene.home, CONFIG);
    expect(await findConfig(scene.home)).toEqual(CONFIG);
    expect((await stat(scene.home.folder)).mode & 0o777).toBe(0o700);
    expect((await stat(scene.home.config)).mode & 0o777).toBe(0o600);
  });

  test('has to be there', async () => {
    await expect(requireConfig(scene.home)).rejects.toMatchObject({ code: 'not-initialised' });
  });

  test.each([
    ['an unknown host', { ...CONFIG, hosts: ['notepad'] }, 'hosts.0'],
    ['no host', { ...CONFIG, hosts: [] }, 'hosts.0'],
    ['no audience', { ...CONFIG, audience: '' }, 'audience'],
    ['an unknown field', { ...CONFIG, approve: 'all' }, ''],
    ['another schema', { ...CONFIG, schema: 'countersign/config/v2' }, 'schema'],
  ])('is refused with %s', async (_name, config, field) => {
    await mkdir(scene.home.folder, { mode: 0o700 });
    await writeFile(scene.home.config, JSON.stringify(config), { mode: 0o600 });
    await expect(findConfig(scene.home)).rejects.toMatchObject({
      code: 'configuration-invalid',
      details: { file: 'config.json', field },
    });
  });

  test('is refused when others can write it, or when it is a link', async () => {
    await writeConfig(scene.home, CONFIG);
    await chmod(scene.home.config, 0o666);
    await expect(findConfig(scene.home)).rejects.toMatchObject({
      code: 'home-unsafe',
      details: { file: 'config.json', reason: 'open-to-others' },
    });
    await rm(scene.home.config);
    await writeFile(path.join(scene.folder, 'elsewhere.json'), JSON.stringify(CONFIG), { mode: 0o600 });
    await symlink(path.join(scene.folder, 'elsewhere.json'), scene.home.config);
    await expect(findConfig(scene.home)).rejects.toMatchObject({ code: 'home-unsafe' });
  });
});

describe('a list of hosts', () => {
  test('is read once each, in order', () => {
    expect(parseHosts('codex, claude-code,codex')).toEqual(['codex', 'claude-code']);
  });

  test('names known hosts, and one at least', () => {
    expect(() => parseHosts('codex,notepad')).toThrow(expect.objectContaining({ code: 'host-unknown' }));
    expect(() => parseHosts(' , ')).toThrow(expect.objectContaining({ code: 'usage' }));
  });
});
