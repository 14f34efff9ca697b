// SPDX-License-Identifier: Apache-2.0
import { isUtf8 } from 'node:buffer';
import type { Stats } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CountersignError } from '../errors/index.js';
import { requireNotAborted } from './guarded.js';
import { findLocalPlace, readLocalFile, statLocal, withSourceErrors } from './local-file.js';
import type { Material, MaterialEntry, MaterialReference, MaterialSource, OpenOptions } from './material-source.js';
import { readReferenceFields } from './reference-fields.js';

/**
 * Skills from folders of this machine, for authors and for catalogs that lie beside their skills. Field: `path`. With a
 * base folder the path is relative and stays below it; without one it is absolute.
 *
 * Everything below the folder is taken, dotfiles, `.git` and `node_modules` too: what is left out in silence is what nobody
 * agreed to. Links are refused, never followed. Set-user-id bits count on files only: on folders they are how a machine
 * shares them. The order is that of the names' bytes, folder by folder.
 */
export class DirectorySource implements MaterialSource {
  readonly scheme = 'directory';
  readonly #baseFolder: string | undefined;

  constructor(baseFolder?: string) {
    this.#baseFolder = baseFolder;
  }

  async open(reference: MaterialReference, options: OpenOptions): Promise<Material> {
    const { path } = readReferenceFields(reference, { required: ['path'] });
    requireNotAborted(options.signal);
    const folder = await findLocalPlace(path, this.#baseFolder);
    if (!(await statLocal(folder)).isDirectory()) throw new CountersignError('source-not-found');
    return { kind: 'tree', entries: limitedEntries(folder, options) };
  }
}

async function* limitedEntries(folder: string, options: OpenOptions): AsyncGenerator<MaterialEntry> {
  let total = 0;
  for await (const entry of walk(folder, '', options)) {
    total += entry.size;
    if (total > options.maxBytes) {
      throw new CountersignError('material-too-large', { details: { maxBytes: options.maxBytes } });
    }
    yield entry;
  }
}

async function* walk(folder: string, prefix: string, options: OpenOptions): AsyncGenerator<MaterialEntry> {
  for (const name of await namesIn(folder)) {
    requireNotAborted(options.signal);
    const place = join(folder, name);
    const stats = await statLocal(place);
    if (stats.isDirectory()) yield* walk(place, `${prefix}${name}/`, options);
    else yield fileEntry(place, `${prefix}${name}`, stats, options);
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  const names = await withSourceErrors(() => readdir(folder, { encoding: 'buffer' }));
  if (!names.every((name) => isUtf8(name))) throw new CountersignError('path-not-unicode');
  return names.sort((a, b) => Buffer.compare(a, b)).map((name) => name.toString('utf8'));
}

function fileEntry(place: string, path: string, stats: Stats, options: OpenOptions): MaterialEntry {
  if (!stats.isFile()) throw new CountersignError('entry-device');
  if ((stats.mode & 0o7000) !== 0) throw new CountersignError('entry-setuid');
  return { path, executable: (stats.mode & 0o100) !== 0, size: stats.size, body: readLocalFile(place, options) };
}
