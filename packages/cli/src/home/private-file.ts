// SPDX-License-Identifier: Apache-2.0
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { CliError } from '../cli-error.js';

/** More than any file of the home needs. */
export const MAX_HOME_FILE_BYTES = 4 * 1024 * 1024;
const OPEN_TO_OTHERS = 0o077;
const WRITABLE_BY_OTHERS = 0o022;

export interface PrivateFileOptions {
  /** Named in an error instead of the path. */
  readonly name: string;
  /** Whether the file holds a secret: then nobody else may even read it. */
  readonly secret: boolean;
}

/**
 * Reads a small file of the home: no link, this user's own, and not writable by others, since whoever writes the list of
 * approvers decides who may approve.
 * @returns undefined when there is no such file
 * @throws `home-unsafe`
 */
export async function readPrivateFile(path: string, options: PrivateFileOptions): Promise<string | undefined> {
  try {
    await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    await requirePrivate(file, options);
    return await file.readFile('utf8');
  } catch (thrown) {
    if (thrown instanceof CliError) throw thrown;
    if (codeOf(thrown) === 'ENOENT') return undefined;
    throw new CliError('home-unsafe', { details: { file: options.name, reason: 'unreadable' }, cause: thrown });
  }
}

async function requirePrivate(file: FileHandle, { name, secret }: PrivateFileOptions): Promise<void> {
  const found = await file.stat();
  const unsafe = (reason: string) => new CliError('home-unsafe', { details: { file: name, reason } });
  if (!found.isFile() || found.size > MAX_HOME_FILE_BYTES) throw unsafe('not-a-small-file');
  // Windows has neither owners nor mode bits in this sense.
  if (process.getuid === undefined) return;
  if (found.uid !== process.getuid()) throw unsafe('other-owner');
  if ((found.mode & (secret ? OPEN_TO_OTHERS : WRITABLE_BY_OTHERS)) !== 0) throw unsafe('open-to-others');
}

/** How Node's file functions name their error, such as `ENOENT`. */
export function codeOf(thrown: unknown): unknown {
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : undefined;
}
