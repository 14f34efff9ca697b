// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { basename, relative, resolve, sep } from 'node:path';
import type { MaterialReference } from '@countersign/core';
import { resolveNpmRelease } from '@countersign/material-npm';
import { CliError } from '../cli-error.js';
import type { CommandContext } from '../command.js';
import { openRegular } from '../read-input.js';

/** What a reference on the command line means now, pinned as far as its kind can be. */
export interface FoundMaterial {
  /** All of it; `materialAt` narrows it to a folder inside. */
  readonly reference: MaterialReference;
  /** Name of a skill that lies at the root, where its own text does not tell one. */
  readonly rootName: string;
  readonly publisher: string;
}

const NPM = /^npm:((?:@[^@/]+\/)?[^@/]+)(?:@(.+))?$/;
const ARCHIVE = /\.(?:tgz|tar|tar\.gz)$/;

type ReadContext = Pick<CommandContext, 'cwd' | 'home' | 'place' | 'signal'>;

/** @throws `reference-unclear`, `outside-catalog`, and what resolving an npm release throws */
export async function readReference(text: string, context: ReadContext): Promise<FoundMaterial> {
  const npm = NPM.exec(text);
  if (npm !== null) return await findNpm(npm[1] ?? '', npm[2] ?? 'latest', context);
  const place = await realpath(resolve(context.cwd, text)).catch((cause: unknown) => {
    throw new CliError('reference-unclear', { cause });
  });
  const base = await realpath(context.place.catalogFolder).catch(() => context.place.catalogFolder);
  const path = pathBelow(base, place);
  const isFolder = (await stat(place)).isDirectory();
  if (isFolder) return { reference: { scheme: 'directory', path }, rootName: basename(place), publisher: 'local' };
  if (!ARCHIVE.test(place)) throw new CliError('reference-unclear');
  const reference = { scheme: 'archive', path, sha256: await hashFile(place) };
  return { reference, rootName: basename(place).replace(ARCHIVE, ''), publisher: 'local' };
}

/** The part of the material that lies in the folder `path`; `.` is all of it. */
export function materialAt(reference: MaterialReference, path: string): MaterialReference {
  if (path === '.') return reference;
  switch (reference.scheme) {
    case 'directory':
      return { ...reference, path: reference['path'] === '.' ? path : `${reference['path']}/${path}` };
    case 'archive':
      return { ...reference, root: path };
    default:
      return { ...reference, path };
  }
}

async function findNpm(name: string, version: string, { home, signal }: ReadContext): Promise<FoundMaterial> {
  const release = await resolveNpmRelease({ package: name, version }, { cacheFolder: home.npmCache }, signal);
  const { integrity } = release;
  return {
    reference: { scheme: 'npm', package: release.package, version: release.version, integrity },
    rootName: release.package.replace(/^@[^/]+\//, ''),
    publisher: `npm:${release.package}`,
  };
}

/** @throws `outside-catalog` */
function pathBelow(base: string, place: string): string {
  const path = relative(base, place).split(sep).join('/');
  if (path === '') return '.';
  if (path === '..' || path.startsWith('../') || resolve(base, path) !== place) throw new CliError('outside-catalog');
  return path;
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of await openRegular(path)) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}
