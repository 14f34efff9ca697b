// SPDX-License-Identifier: Apache-2.0
import {
  CountersignError,
  KNOWN_HOSTS,
  isKnownHost,
  parseJson,
  requirePrivateFolder,
  writeFileDurably,
  type KnownHost,
} from '@countersign/core';
import { z } from 'zod';
import { CliError } from '../cli-error.js';
import type { Home } from './home.js';
import { MAX_HOME_FILE_BYTES, readPrivateFile } from './private-file.js';

const HOSTS = Object.keys(KNOWN_HOSTS).filter(isKnownHost);
const host = z.enum(HOSTS);

/** `config.json`. Its JSON Schema is published as `@countersign/cli/config.schema.json`. */
export const configShape = z
  .strictObject({
    schema: z.literal('countersign/config/v1'),
    audience: z
      .string()
      .min(1)
      .max(256)
      .describe('Names this installation in every challenge; a decision made for another one is refused.'),
    hosts: z.tuple([host], host).describe('Agent hosts that skills are put in front of; one at least.'),
  })
  .meta({ title: 'Countersign configuration' });

export type Config = Readonly<z.infer<typeof configShape>>;

/** @returns undefined before `countersign init`. @throws `configuration-invalid`, `home-unsafe`, `json-*` */
export async function findConfig(home: Home): Promise<Config | undefined> {
  const text = await readPrivateFile(home.config, { name: 'config.json', secret: false });
  if (text === undefined) return undefined;
  const parsed = configShape.safeParse(parseJson(text, MAX_HOME_FILE_BYTES));
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path.join('.') ?? '';
  throw new CountersignError('configuration-invalid', { details: { file: 'config.json', field } });
}

/** @throws `not-initialised`, and as `findConfig` */
export async function requireConfig(home: Home): Promise<Config> {
  const config = await findConfig(home);
  if (config === undefined) throw new CliError('not-initialised');
  return config;
}

/** @throws `state-unsafe`, `storage-full`, `unavailable` */
export async function writeConfig(home: Home, config: Config): Promise<void> {
  await requirePrivateFolder(home.folder);
  await writeFileDurably(home.config, `${JSON.stringify(config, null, 2)}\n`);
}

/** Reads a list of hosts from the command line. @throws `host-unknown`, `usage` when it is empty */
export function parseHosts(list: string): Config['hosts'] {
  const names = [...new Set(list.split(',').map((name) => name.trim()))].filter((name) => name !== '');
  const hosts = names.map((name): KnownHost => {
    if (!isKnownHost(name)) throw new CountersignError('host-unknown', { details: { known: HOSTS.join(', ') } });
    return name;
  });
  const [first, ...others] = hosts;
  if (first === undefined) throw new CliError('usage', { details: { problem: '--hosts names no host' } });
  return [first, ...others];
}
