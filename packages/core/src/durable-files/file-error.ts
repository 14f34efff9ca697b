// SPDX-License-Identifier: Apache-2.0
import { CountersignError, type ErrorCode } from '../errors/index.js';

const CODES: Readonly<Record<string, ErrorCode>> = {
  ENOSPC: 'storage-full',
  EDQUOT: 'storage-full',
  EFBIG: 'storage-full',
  // Somebody else's folder, or a link or a file where a folder of ours should be.
  EACCES: 'state-unsafe',
  EPERM: 'state-unsafe',
  EEXIST: 'state-unsafe',
  ELOOP: 'state-unsafe',
  ENOTDIR: 'state-unsafe',
};

/** How Node's file functions name their error, such as `ENOENT`. By shape: the class differs between realms. */
export function errnoOf(thrown: unknown): string | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('syscall' in thrown) || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
}

/**
 * Does file work under the state folder, and gives what the file system refuses one of our codes: `storage-full`,
 * `state-unsafe`, or `unavailable` for every other answer (a read-only mount, a failing disk, no handles left). Node's own
 * message holds the path, so it survives only as the cause. Every other error passes through as it is.
 */
export async function withFileErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    const errno = errnoOf(thrown);
    if (errno === undefined) throw thrown;
    throw new CountersignError(CODES[errno] ?? 'unavailable', { details: { errno }, cause: thrown });
  }
}
