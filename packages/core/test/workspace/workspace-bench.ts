// SPDX-License-Identifier: Apache-2.0
import { mkdir, mkdtemp, readFile, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FsWorkspaceIdentity, noFaults, type FaultInjector, type Workspace } from '@countersign/core';

/** A workspace and a state folder that does not exist yet. */
export interface WorkspaceBench {
  readonly folder: string;
  readonly stateFolder: string;
  readonly workspace: Workspace;
  identity(faults?: FaultInjector): FsWorkspaceIdentity;
  remove(): Promise<void>;
}

export async function openBench(): Promise<WorkspaceBench> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'countersign-workspace-')));
  const stateFolder = join(folder, 'state');
  const root = join(folder, 'project');
  await mkdir(root);
  return {
    folder,
    stateFolder,
    workspace: { scope: 'project', root },
    identity: (faults = noFaults) => new FsWorkspaceIdentity({ stateFolder, faults }),
    remove: () => rm(folder, { recursive: true }),
  };
}

/** Path and text of every file below a folder. */
export async function textsBelow(folder: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const name of (await readdir(folder, { recursive: true }).catch(() => [])).sort()) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => undefined);
    if (text !== undefined) texts.set(name, text);
  }
  return texts;
}
