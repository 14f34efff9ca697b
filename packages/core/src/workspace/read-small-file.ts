// SPDX-License-Identifier: Apache-2.0
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { errnoOf, withFileErrors } from '../durable-files/index.js';
import { CountersignError, type ErrorCode } from '../errors/index.js';

export interface SmallFileOptions {
  readonly maxBytes: number;
  /** The code for whatever is no readable regular file of that size. */
  readonly unsafe: ErrorCode;
}

/** What the system answers where the name stands for a link, a pipe, somebody else's file, or leads through a file. */
const UNSAFE: ReadonlySet<string | undefined> = new Set(['ELOOP', 'EMLINK', 'ENOTDIR', 'ENXIO', 'EACCES', 'EPERM']);

/**
 * Reads a small regular file whole: never through a link in its last component, never waiting for a pipe.
 * @returns undefined when there is no such file
 * @throws `options.unsafe`, `unavailable`
 */
export async function readSmallFile(path: string, options: SmallFileOptions): Promise<string | undefined> {
  try {
    return await readRegular(path, options);
  } catch (thrown) {
    if (errnoOf(thrown) === 'ENOENT') return undefined;
    if (UNSAFE.has(errnoOf(thrown))) throw new CountersignError(options.unsafe, { cause: thrown });
    return await withFileErrors(() => Promise.reject(thrown));
  }
}

async function readRegular(path: string, { maxBytes, unsafe }: SmallFileOptions): Promise<string> {
  await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const found = await file.stat();
  if (!found.isFile() || found.size > maxBytes) throw new CountersignError(unsafe);
  return await file.readFile('utf8');
}
