// SPDX-License-Identifier: Apache-2.0
import { join, resolve } from 'node:path';
import envPaths from 'env-paths';

/** Name of the catalog file in a workspace, and in the home for the user scope. */
export const CATALOG_FILE = 'countersign.catalog.json';

/** Where everything of this user lies. Nothing in a workspace decides any of it. */
export interface Home {
  readonly folder: string;
  readonly config: string;
  /** Private keys, `<name>.pem`, each with its public key in `<name>.pub`. */
  readonly keys: string;
  readonly approvers: string;
  readonly state: string;
  readonly npmCache: string;
  /** The catalog of the user scope. */
  readonly catalog: string;
}

/** `COUNTERSIGN_HOME`, or the platform's folder for data. Touches no disk. */
export function locateHome(env: NodeJS.ProcessEnv): Home {
  const folder = env['COUNTERSIGN_HOME']
    ? resolve(env['COUNTERSIGN_HOME'])
    : envPaths('countersign', { suffix: '' }).data;
  return {
    folder,
    config: join(folder, 'config.json'),
    keys: join(folder, 'keys'),
    approvers: join(folder, 'approvers.json'),
    state: join(folder, 'state'),
    npmCache: join(folder, 'npm-cache'),
    catalog: join(folder, CATALOG_FILE),
  };
}
