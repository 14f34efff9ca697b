// SPDX-License-Identifier: Apache-2.0
import { constants, type Stats } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { errnoOf } from '../durable-files/index.js';
import { CountersignError } from '../errors/index.js';
import { requireNotAborted } from './guarded.js';
import type { OpenOptions } from './material-source.js';
import { invalidReference, requireReferencePath } from './reference-fields.js';

const PORTION_BYTES = 64 * 1024;
/** No link in the last place, and no waiting for the other end of a pipe that took the place of a file. */
const READ_SAFELY = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * The place that a reference names. With a base folder: below it, `.` being the folder itself, with no link on the way
 * down (the way to the base is the owner's business). Without one: any absolute path.
 * @throws `source-reference-invalid`, `source-not-found`, `entry-link`, `source-unreachable`
 */
export async function findLocalPlace(path: string, baseFolder: string | undefined): Promise<string> {
  if (baseFolder === undefined) {
    if (!isAbsolute(path)) throw invalidReference('path');
    return path;
  }
  if (path === '.') return baseFolder;
  requireReferencePath('path', path);
  let place = baseFolder;
  for (const name of path.split('/')) {
    place = join(place, name);
    await statLocal(place);
  }
  return place;
}

/** @throws `entry-link` for a symbolic link, `source-not-found`, `source-unreachable` */
export async function statLocal(place: string): Promise<Stats> {
  const stats = await withSourceErrors(() => lstat(place));
  if (stats.isSymbolicLink()) throw new CountersignError('entry-link');
  return stats;
}

/** @throws `entry-link`, `entry-device`, `material-too-large`, `source-not-found`, `source-unreachable`, `aborted` */
export async function* readLocalFile(place: string, { maxBytes, signal }: OpenOptions): AsyncGenerator<Uint8Array> {
  const file = await withSourceErrors(() => open(place, READ_SAFELY));
  try {
    // Looked at again behind the open file: what stood at the place may have been swapped.
    if (!(await withSourceErrors(() => file.stat())).isFile()) throw new CountersignError('entry-device');
    for (let total = 0; ;) {
      requireNotAborted(signal);
      const { bytesRead, buffer } = await withSourceErrors(() => file.read(Buffer.allocUnsafe(PORTION_BYTES)));
      if (bytesRead === 0) return;
      total += bytesRead;
      if (total > maxBytes) throw new CountersignError('material-too-large', { details: { maxBytes } });
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** Does file work for a source. What the file system says holds a path of the machine, so it survives only as the cause. */
export async function withSourceErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    const errno = errnoOf(thrown);
    if (errno === undefined) throw thrown;
    if (errno === 'ELOOP') throw new CountersignError('entry-link', { cause: thrown });
    const isMissing = errno === 'ENOENT' || errno === 'ENOTDIR';
    throw new CountersignError(isMissing ? 'source-not-found' : 'source-unreachable', { cause: thrown });
  }
}
