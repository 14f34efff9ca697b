// SPDX-License-Identifier: Apache-2.0
import { lstat, mkdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf, isRunning, processScope } from '../durable-files/index.js';
import type { Digest } from '../ids.js';
import { randomId, systemRandomness } from '../randomness.js';
import { moveTree, namesIn, type StoreLayout } from './store-layout.js';

/** A stage is cut off after this long, whatever its limits say, so that an older tree has no writer for certain. */
export const LONGEST_STAGE_MS = 12 * 60 * 60 * 1000;
const ABANDONED_AFTER_MS = 2 * LONGEST_STAGE_MS;

/**
 * What an incoming tree is to become: a tree of a digest, a tree whose digest is not known before its last byte (`pin`),
 * or nothing any more (`discard`).
 */
export type Purpose = Digest | 'pin' | 'discard';

/** What the name of an incoming tree tells: `<purpose>.<scope>.<pid>.<random>`. */
interface Writer {
  readonly purpose: Purpose;
  readonly scope: string;
  readonly pid: number;
}

const NAME = /^([0-9a-f]{64}|pin|discard)\.([0-9a-f]{16})\.([1-9][0-9]*)\.[0-9a-f]{32}$/;

async function nameFor(purpose: Purpose): Promise<string> {
  return `${purpose}.${await processScope()}.${process.pid}.${randomId(systemRandomness)}`;
}

function parseName(name: string): Writer | undefined {
  const [, purpose, scope = '', pid] = NAME.exec(name) ?? [];
  return purpose === undefined ? undefined : { purpose: purpose as Purpose, scope, pid: Number(pid) };
}

/** Begins a tree that only this process writes. @returns its path */
export async function beginIncoming(layout: StoreLayout, purpose: Purpose): Promise<string> {
  await layout.prepare('incoming');
  const tree = join(layout.shelf('incoming'), await nameFor(purpose));
  await mkdir(tree, { mode: 0o700 });
  return tree;
}

/** Takes a tree away from its name in one step, then removes it: nobody ever sees half of it. */
export async function discardTree(layout: StoreLayout, tree: string): Promise<void> {
  await layout.prepare('incoming');
  const aside = join(layout.shelf('incoming'), await nameFor('discard'));
  if ((await moveTree(tree, aside)) === 'moved') await rm(aside, { recursive: true, force: true });
}

/**
 * Takes over the incoming trees whose writer is gone, one by one. Each is renamed to this process first, so that of several
 * processes only one recovers or removes it.
 * @param purpose only trees of that purpose; all when undefined
 */
export async function* takeAbandoned(layout: StoreLayout, purpose?: Purpose): AsyncGenerator<string> {
  for (const name of await namesIn(layout.shelf('incoming'))) {
    const writer = parseName(name);
    if (writer === undefined || (purpose !== undefined && writer.purpose !== purpose)) continue;
    const tree = join(layout.shelf('incoming'), name);
    if (!(await isAbandoned(tree, writer))) continue;
    const taken = join(layout.shelf('incoming'), await nameFor(writer.purpose));
    if ((await moveTree(tree, taken)) !== 'moved') continue;
    // It begins anew, so that its age does not give it to the next process at once.
    await utimes(taken, new Date(), new Date());
    yield taken;
  }
}

/**
 * Whether no living process can still be writing the tree. Its process is gone, or, where that cannot be told (another
 * container or machine, a number that was given to a new process), the tree is older than any stage lasts.
 */
async function isAbandoned(tree: string, { scope, pid }: Writer): Promise<boolean> {
  if (scope === (await processScope()) && !isRunning(pid)) return true;
  try {
    // The stamps are the file system's, so they are compared with the system's clock and not with the Clock port.
    return Date.now() - (await lstat(tree)).mtimeMs > ABANDONED_AFTER_MS;
  } catch (thrown) {
    if (errnoOf(thrown) === 'ENOENT') return false;
    throw thrown;
  }
}
