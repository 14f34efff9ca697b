// SPDX-License-Identifier: Apache-2.0
import { lstat, mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errnoOf, syncFolder } from '../durable-files/index.js';
import { CountersignError } from '../errors/index.js';

/** Where one skill stands for one host. */
export interface ExposurePlace {
  /** The workspace. */
  readonly root: string;
  /** Components of the discovery folder, below the workspace. */
  readonly discovery: readonly string[];
  /** Name of the skill's folder. */
  readonly folder: string;
}

export function discoveryOf(place: ExposurePlace): string {
  return join(place.root, ...place.discovery);
}

/** Where the host looks. */
export function targetOf(place: ExposurePlace): string {
  return join(discoveryOf(place), place.folder);
}

/** The folder that holds the discovery folder: the same file system, but not where the host looks. */
export function workbenchOf(place: ExposurePlace): string {
  return dirname(discoveryOf(place));
}

/** @throws `configuration-invalid` unless it is a plain relative path, such as `.claude/skills` */
export function readDiscovery(path: string): readonly string[] {
  const components = path.split('/');
  if (!components.every(isComponent)) {
    throw new CountersignError('configuration-invalid', { details: { field: 'discovery' } });
  }
  return components;
}

/** @throws `identifier-invalid` unless it is one component */
export function requireFolderName(folder: string): void {
  if (!isComponent(folder)) throw new CountersignError('identifier-invalid', { details: { kind: 'folder' } });
}

function isComponent(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[/\\\0]/.test(name);
}

/**
 * Whether the discovery folder is there. A link anywhere on the way from the workspace would carry the skill elsewhere, out
 * of the workspace or into another one. (A process of the same user can still swap a folder for a link a moment later; what
 * was written is therefore looked at once more, from the workspace down.)
 * @throws `exposure-unsafe`
 */
export function hasDiscovery(place: ExposurePlace): Promise<boolean> {
  return hasFolders(place.root, place.discovery);
}

/** @throws `exposure-unsafe` */
export function hasWorkbench(place: ExposurePlace): Promise<boolean> {
  return hasFolders(place.root, place.discovery.slice(0, -1));
}

async function hasFolders(root: string, components: readonly string[]): Promise<boolean> {
  let path = root;
  for (const component of components) {
    path = join(path, component);
    const found = await kindOf(path);
    if (found === 'absent') return false;
    if (found === 'other') throw new CountersignError('exposure-unsafe');
  }
  return true;
}

/** Makes the discovery folder and its parents below the workspace, durably. @throws `exposure-unsafe` */
export async function makeDiscovery(place: ExposurePlace): Promise<void> {
  let parent = place.root;
  for (const component of place.discovery) {
    const path = join(parent, component);
    await mkdir(path, { mode: 0o755 }).then(
      () => syncFolder(parent),
      (thrown: unknown) => {
        if (errnoOf(thrown) !== 'EEXIST') throw thrown;
      },
    );
    if ((await kindOf(path)) !== 'folder') throw new CountersignError('exposure-unsafe');
    parent = path;
  }
}

/**
 * Whether what answers to the skill's name also bears it. On a file system that ignores case or normalisation, another
 * name can answer, and it is somebody else's.
 */
export async function bearsItsName(place: ExposurePlace): Promise<boolean> {
  return (await readdir(discoveryOf(place))).includes(place.folder);
}

async function kindOf(path: string): Promise<'folder' | 'absent' | 'other'> {
  try {
    return (await lstat(path)).isDirectory() ? 'folder' : 'other';
  } catch (thrown) {
    if (errnoOf(thrown) === 'ENOENT') return 'absent';
    throw thrown;
  }
}
