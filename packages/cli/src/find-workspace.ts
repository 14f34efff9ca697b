// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Workspace } from '@countersign/core';
import { CATALOG_FILE, type Home } from './home/home.js';

/** A workspace, and the catalog that proposes skills for it. */
export interface WorkspacePlace {
  readonly workspace: Workspace;
  /** References in the catalog are relative to this folder. */
  readonly catalogFolder: string;
  readonly catalogFile: string;
}

export interface WorkspaceChoice {
  /** `--workspace` */
  readonly folder?: string | undefined;
  /** `--user` */
  readonly user?: boolean | undefined;
}

/** The folder that was named, the home, or the nearest folder upwards that looks like a project. */
export function findWorkspace({ folder, user }: WorkspaceChoice, home: Home, cwd: string): WorkspacePlace {
  if (user === true) {
    return placeOf({ scope: 'user', root: homedir() }, home.folder);
  }
  const root = folder === undefined ? nearestProject(cwd) : resolve(cwd, folder);
  return placeOf({ scope: 'project', root }, root);
}

function placeOf(workspace: Workspace, catalogFolder: string): WorkspacePlace {
  return { workspace, catalogFolder, catalogFile: join(catalogFolder, CATALOG_FILE) };
}

function nearestProject(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, CATALOG_FILE)) || existsSync(join(folder, '.git'))) return folder;
    if (dirname(folder) === folder) return cwd;
  }
}
