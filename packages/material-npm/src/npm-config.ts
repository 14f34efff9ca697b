// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { CountersignError } from '@countersign/core';

/** Settings under npm's own names. They may hold tokens: never into an error, a log or the journal. */
export type NpmConfig = Readonly<Record<string, string>>;

type Environment = Readonly<Record<string, string | undefined>>;

/** Where packages come from, and who asks for them. Nothing else of npm's configuration is used. */
const HONOURED =
  /^(?:registry|cafile|proxy|https-proxy|noproxy|@[^:]+:registry|\/\/.+:(?:_authToken|_auth|username|_password|certfile|keyfile))$/;

/**
 * What npm itself would use for this user: the global and the user's npmrc file, then `npm_config_*` of the environment,
 * the later one winning. A project's npmrc is left out on purpose: whoever can write to a workspace could send this user's
 * tokens elsewhere.
 * @throws `configuration-invalid` when a file is there and cannot be read
 */
export async function readNpmConfig(environment: Environment = process.env): Promise<NpmConfig> {
  const variable = (name: string) =>
    environment[`npm_config_${name}`] ?? environment[`NPM_CONFIG_${name.toUpperCase()}`];
  const globalFile = variable('globalconfig');
  const userFile = variable('userconfig') ?? join(homedir(), '.npmrc');
  return {
    ...(globalFile === undefined ? {} : parseNpmrc(await readIfThere(globalFile), environment)),
    ...parseNpmrc(await readIfThere(userFile), environment),
    ...fromEnvironment(environment),
  };
}

/** The honoured settings of an npmrc file. `${NAME}` is replaced from the environment, as npm does. */
export function parseNpmrc(text: string, environment: Environment): NpmConfig {
  const settings: Record<string, string> = {};
  for (const line of text.split(/\r?\n/)) {
    const [, key, value] = /^\s*([^\s#;=][^=]*?)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (key === undefined || value === undefined || !HONOURED.test(key)) continue;
    const plain = value.replace(/^(["'])(.*)\1$/, '$2');
    settings[key] = plain.replace(/\$\{([^}]+)\}/g, (whole, name: string) => environment[name] ?? whole);
  }
  return settings;
}

/** The same settings under the names that npm's fetching library has for them. @throws `configuration-invalid` */
export async function fetchSettings({
  cafile,
  'https-proxy': httpsProxy,
  noproxy: noProxy,
  ...others
}: NpmConfig): Promise<NpmConfig> {
  return {
    ...others,
    ...(cafile === undefined ? {} : { ca: await readSetting(cafile, 'cafile') }),
    ...(httpsProxy === undefined ? {} : { httpsProxy }),
    ...(noProxy === undefined ? {} : { noProxy }),
  };
}

function fromEnvironment(environment: Environment): NpmConfig {
  const settings: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    const written = /^npm_config_(.+)$/i.exec(name)?.[1];
    // Plain names come in any case and with `_` for `-`; scopes and addresses as they are.
    const key = written === undefined || /^[@/]/.test(written) ? written : written.toLowerCase().replaceAll('_', '-');
    if (key !== undefined && value !== undefined && value !== '' && HONOURED.test(key)) settings[key] = value;
  }
  return settings;
}

async function readIfThere(file: string): Promise<string> {
  return existsSync(file) ? readSetting(file, 'npmrc') : '';
}

async function readSetting(file: string, setting: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new CountersignError('configuration-invalid', { details: { setting }, cause });
  }
}
