// SPDX-License-Identifier: Apache-2.0
import { mkdir, mkdtemp, readFile, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  DirectoryHost,
  KNOWN_HOSTS,
  noFaults,
  parseHostId,
  parseWorkspaceId,
  type Exposure,
  type FaultInjector,
  type IdentifiedWorkspace,
  type KnownHost,
} from '@countersign/core';
import { SampleTree, exposureOf } from '../../src/conformance/host-adapter/sample-tree.js';

/** A workspace, a state folder and the sample skill, exposed to Claude Code. */
export interface HostBench {
  readonly folder: string;
  readonly stateFolder: string;
  readonly workspace: IdentifiedWorkspace;
  readonly tree: SampleTree;
  readonly exposure: Exposure;
  readonly place: string;
  /** One more adapter over the same state, as another process would make it. */
  host(faults?: FaultInjector): DirectoryHost;
  remove(): Promise<void>;
}

export async function openBench(): Promise<HostBench> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'countersign-exposure-')));
  const [root, stateFolder] = [join(folder, 'workspace'), join(folder, 'state')];
  await mkdir(root);
  const workspace: IdentifiedWorkspace = { scope: 'project', root, id: parseWorkspaceId('ws-1') };
  const tree = new SampleTree();
  return {
    folder,
    stateFolder,
    workspace,
    tree,
    exposure: exposureOf(workspace, tree),
    place: join(root, '.claude/skills/sample'),
    host: (faults) => knownHost('claude-code', stateFolder, faults),
    remove: () => rm(folder, { recursive: true }),
  };
}

export function knownHost(name: KnownHost, stateFolder: string, faults: FaultInjector = noFaults): DirectoryHost {
  return new DirectoryHost({ hostId: parseHostId(name), discovery: KNOWN_HOSTS[name], stateFolder, faults });
}

/** What lies in the discovery folder and beside it. */
export async function namesAround(place: string): Promise<{ discovery: string[]; beside: string[] }> {
  const names = async (folder: string) => [...(await readdir(folder).catch(() => []))].sort();
  return { discovery: await names(dirname(place)), beside: await names(dirname(dirname(place))) };
}

/** Every file below a folder: path and bytes, one character each. */
export async function contentsOf(folder: string): Promise<Map<string, string>> {
  const contents = new Map<string, string>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) contents.set(path.slice(folder.length + 1), await readFile(path, 'latin1'));
  }
  return contents;
}
