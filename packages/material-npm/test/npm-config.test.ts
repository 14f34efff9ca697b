// SPDX-License-Identifier: Apache-2.0
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { parseNpmrc, readNpmConfig } from '@countersign/material-npm';

describe('parseNpmrc', () => {
  test('takes where packages come from and who asks for them, and nothing else', () => {
    const npmrc = [
      '; a comment',
      '# registry=http://commented/',
      'registry = https://registry.example/npm/',
      '@team:registry=https://team.example/',
      '//team.example/:_authToken=${TEAM_TOKEN}',
      '//other.example/:_authToken=${UNSET}',
      "cafile='/etc/ssl/ca.pem'",
      'ignore-scripts=false',
      'strict-ssl=false',
      'script-shell=/tmp/evil',
      'cache=/tmp/cache',
      'no equals sign',
    ].join('\r\n');
    expect(parseNpmrc(npmrc, { TEAM_TOKEN: 'abc' })).toEqual({
      registry: 'https://registry.example/npm/',
      '@team:registry': 'https://team.example/',
      '//team.example/:_authToken': 'abc',
      '//other.example/:_authToken': '${UNSET}',
      cafile: '/etc/ssl/ca.pem',
    });
  });
});

describe('readNpmConfig', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countersign-npmrc-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test('the environment wins over the user, and the user over the machine', async () => {
    await writeFile(join(folder, 'global'), 'registry=http://global/\nproxy=http://global-proxy/\ncafile=/global');
    await writeFile(join(folder, 'user'), 'registry=http://user/\nproxy=http://user-proxy/');
    const environment = {
      npm_config_globalconfig: join(folder, 'global'),
      NPM_CONFIG_USERCONFIG: join(folder, 'user'),
      NPM_CONFIG_REGISTRY: 'http://environment/',
      'npm_config_@team:registry': 'http://team/',
      npm_config_https_proxy: 'http://environment-proxy/',
      npm_config_ignore_scripts: 'false',
    };
    expect(await readNpmConfig(environment)).toEqual({
      registry: 'http://environment/',
      '@team:registry': 'http://team/',
      proxy: 'http://user-proxy/',
      'https-proxy': 'http://environment-proxy/',
      cafile: '/global',
    });
  });

  test('files that are not there say nothing', async () => {
    expect(await readNpmConfig({ npm_config_userconfig: join(folder, 'none') })).toEqual({});
  });

  test('a file that cannot be read is an error, not silence', async () => {
    await expect(readNpmConfig({ npm_config_userconfig: folder })).rejects.toMatchObject({
      code: 'configuration-invalid',
    });
  });
});
