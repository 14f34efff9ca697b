// SPDX-License-Identifier: Apache-2.0
import type { BigIntStats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { errnoOf } from '../durable-files/index.js';

/** One name below a place. The place itself is the first of them, with an empty path. */
export interface ObservedEntry {
  /** Relative to the place, `/` between components. Bytes that are not UTF-8 show as U+FFFD: for reading, not for opening. */
  readonly path: string;
  /** The path as bytes, one character each (latin1): names that are not UTF-8 must be told apart, and kept aside, too. */
  readonly bytes: string;
  /** `sealed`: a folder that may not be read. */
  readonly kind: 'file' | 'folder' | 'sealed' | 'link' | 'other';
  readonly stat: BigIntStats;
}

/** The path to hand to the file system. */
export function pathOf(place: string, entry: ObservedEntry): Buffer {
  return join(Buffer.from(place), entry.bytes);
}

function join(folder: Buffer, bytes: string): Buffer {
  return bytes === '' ? folder : Buffer.concat([folder, Buffer.from(`/${bytes}`, 'latin1')]);
}

/**
 * Everything at and below a place, folders before what is in them, with no link followed and no file opened. Empty when
 * nothing is there. It is the hot path of every prompt: one `readdir` per folder, one `lstat` per name.
 */
export async function observeTree(place: string): Promise<readonly ObservedEntry[]> {
  const found: ObservedEntry[] = [];
  await observe(Buffer.from(place), '', found);
  return found;
}

async function observe(place: Buffer, bytes: string, found: ObservedEntry[]): Promise<void> {
  const path = join(place, bytes);
  const stat = await unlessGone(lstat(path, { bigint: true }));
  if (stat === undefined) return;
  const names = stat.isDirectory() ? await namesIn(path) : undefined;
  found.push({ path: Buffer.from(bytes, 'latin1').toString('utf8'), bytes, kind: kindOf(stat, names), stat });
  if (names === undefined || names === 'sealed') return;
  await Promise.all(names.map((name) => observe(place, bytes === '' ? name : `${bytes}/${name}`, found)));
}

function kindOf(stat: BigIntStats, names: readonly string[] | 'sealed' | undefined): ObservedEntry['kind'] {
  if (names !== undefined) return names === 'sealed' ? 'sealed' : 'folder';
  if (stat.isFile()) return 'file';
  return stat.isSymbolicLink() ? 'link' : 'other';
}

async function namesIn(folder: Buffer): Promise<readonly string[] | 'sealed'> {
  try {
    return (await unlessGone(readdir(folder, 'latin1'))) ?? [];
  } catch (thrown) {
    if (errnoOf(thrown) === 'EACCES') return 'sealed';
    throw thrown;
  }
}

/** What vanishes while it is looked at is as good as absent. */
async function unlessGone<Result>(answer: Promise<Result>): Promise<Result | undefined> {
  try {
    return await answer;
  } catch (thrown) {
    if (errnoOf(thrown) === 'ENOENT') return undefined;
    throw thrown;
  }
}
