// SPDX-License-Identifier: Apache-2.0
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf, isRunning, processScope } from '../durable-files/index.js';
import type { Digest } from '../ids.js';
import { randomId, systemRandomness } from '../randomness.js';
import { moveTree, namesIn } from '../skill-store/store-layout.js';

/** `in`: a copy on its way to its place. `out`: what was taken out of its place and is not sorted out yet. */
export type Direction = 'in' | 'out';

/** A tree beside the discovery folder that one process works on. */
export interface WorkTree {
  readonly path: string;
  readonly direction: Direction;
  /** Stays the same when another process goes on with it. */
  readonly id: string;
}

const NAME =
  /^\.countersign-(?<key>[0-9a-f]{32})-(?<direction>in|out)-(?<id>[0-9a-f]{32})-(?<scope>[0-9a-f]{16})-(?<pid>[1-9][0-9]*)$/;

/** Nobody works on one tree for longer; it is asked only where another process cannot be asked. */
const ABANDONED_AFTER_MS = 10 * 60 * 1000;

/** What this process is working on: a process id can come again, above all in containers, so it alone proves nothing. */
const inHand = new Set<string>();

/**
 * The names beside a discovery folder that belong to one ledger entry. They hold the entry's name, which nobody else
 * knows, and the process that works on the tree. Two processes that take one tree for abandoned cannot harm it: going on
 * with a tree begins with a rename, which only one of them wins, and which makes its former owner fail cleanly.
 */
export class Workbench {
  readonly #folder: string;
  readonly #key: string;

  constructor(folder: string, ledgerName: Digest) {
    this.#folder = folder;
    this.#key = ledgerName.slice(0, 32);
  }

  /** Runs `work` with a new name that this process holds. The tree itself is for `work` to make. */
  begin<Result>(direction: Direction, work: (tree: WorkTree) => Promise<Result>): Promise<Result> {
    return this.#hold(direction, randomId(systemRandomness), work);
  }

  /** Runs `work` on each tree that a crash left, one after the other. */
  async finishAbandoned(work: (tree: WorkTree) => Promise<void>): Promise<void> {
    for (const name of await namesIn(this.#folder)) {
      const { key, direction, id, scope, pid } = NAME.exec(name)?.groups ?? {};
      if (key !== this.#key || id === undefined || inHand.has(name)) continue;
      if (await isWorkedOn(join(this.#folder, name), String(scope), Number(pid))) continue;
      await this.#hold(direction === 'in' ? 'in' : 'out', id, async (tree) => {
        if ((await moveTree(join(this.#folder, name), tree.path)) === 'moved') await work(tree);
      });
    }
  }

  async #hold<Result>(direction: Direction, id: string, work: (tree: WorkTree) => Promise<Result>): Promise<Result> {
    const name = `.countersign-${this.#key}-${direction}-${id}-${await processScope()}-${process.pid}`;
    inHand.add(name);
    try {
      return await work({ path: join(this.#folder, name), direction, id });
    } finally {
      inHand.delete(name);
    }
  }
}

/** In the same scope a process that is not running is gone for certain. Elsewhere only age tells. */
async function isWorkedOn(path: string, scope: string, pid: number): Promise<boolean> {
  if (scope === (await processScope())) return pid !== process.pid && isRunning(pid);
  try {
    // The stamp is the file system's, so it is compared with the system's clock and not with the Clock port.
    return Date.now() - (await lstat(path)).ctimeMs < ABANDONED_AFTER_MS;
  } catch (thrown) {
    if (errnoOf(thrown) === 'ENOENT') return true;
    throw thrown;
  }
}
