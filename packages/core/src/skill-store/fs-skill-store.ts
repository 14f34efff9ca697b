// SPDX-License-Identifier: Apache-2.0
import { rm } from 'node:fs/promises';
import { withFileErrors } from '../durable-files/index.js';
import { CountersignError, assertNever } from '../errors/index.js';
import { noFaults, type FaultInjector } from '../fault-points.js';
import type { Digest } from '../ids.js';
import { manifestDigest, totalBytes } from '../material/manifest.js';
import type { MaterialEntry } from '../material/material-source.js';
import { beginIncoming, takeAbandoned } from './incoming-tree.js';
import { dropSecondCopy, keepTree, recoverTree } from './keep-tree.js';
import { locateOrSetAside, locateTree, presenceOf, setAside, storedDigests } from './locate-tree.js';
import { lookAtTree } from './look-at-tree.js';
import { letGo, receiveEntries } from './receive-entries.js';
import type { SkillPresence, SkillStore, SkillTree, SkillVerification, StageOptions } from './skill-store.js';
import { LOOKING_ORDER, StoreLayout, moveTree, type ReadableShelf } from './store-layout.js';
import { StoredTree, readStoredManifest } from './stored-tree.js';

export interface FsSkillStoreOptions {
  /** The state folder, absolute. It is made on the first stage, with mode 0700. */
  readonly folder: string;
  readonly faults?: FaultInjector;
}

/**
 * Skills as folders on a local disk. Every change of state is one rename of a complete tree, so processes need no lock: of
 * two that do the same, one renames and the other finds it done.
 */
export class FsSkillStore implements SkillStore {
  readonly #layout: StoreLayout;
  readonly #faults: FaultInjector;

  constructor({ folder, faults = noFaults }: FsSkillStoreOptions) {
    this.#layout = new StoreLayout(folder);
    this.#faults = faults;
  }

  find(digest: Digest): Promise<SkillPresence> {
    return withFileErrors(async () => {
      const presence = await presenceOf(this.#layout, digest);
      if (presence !== 'absent') return presence;
      await recoverTree(this.#layout, digest);
      return presenceOf(this.#layout, digest);
    });
  }

  async stage(entries: AsyncIterable<MaterialEntry>, options: StageOptions): Promise<SkillTree> {
    const iterator = entries[Symbol.asyncIterator]();
    try {
      const standing = await this.#standing(options.expected);
      return standing ?? (await this.#receive({ [Symbol.asyncIterator]: () => iterator }, options));
    } finally {
      letGo(iterator);
    }
  }

  /** What is there already, if its bytes are still right. */
  async #standing(expected: Digest | undefined): Promise<SkillTree | undefined> {
    if (expected === undefined || (await this.find(expected)) === 'absent') return undefined;
    const located = await withFileErrors(() => locateOrSetAside(this.#layout, expected));
    return located.kind === 'intact' ? new StoredTree(this.#layout, expected, located.manifest) : undefined;
  }

  async #receive(entries: AsyncIterable<MaterialEntry>, { expected, limits, signal }: StageOptions) {
    const incoming = await withFileErrors(() => beginIncoming(this.#layout, expected ?? 'pin'));
    try {
      const manifest = await receiveEntries(entries, incoming, limits, signal);
      const digest = manifestDigest(manifest);
      if (expected !== undefined && digest !== expected)
        throw new CountersignError('material-digest-mismatch', { details: { actual: digest } });
      await withFileErrors(() => keepTree(this.#layout, this.#faults, incoming, digest, manifest));
      return new StoredTree(this.#layout, digest, manifest);
    } finally {
      // What was kept has another name by now. What cannot be removed here is swept later.
      await rm(incoming, { recursive: true, force: true }).catch(() => undefined);
    }
  }

  publish(digest: Digest): Promise<SkillTree> {
    return withFileErrors(async () => {
      const located = await locateOrSetAside(this.#layout, digest);
      if (located.kind === 'absent') throw new CountersignError('store-bytes-missing');
      if (located.kind === 'altered') throw new CountersignError('store-bytes-altered');
      if (located.shelf === 'staged') {
        await this.#layout.prepare('published');
        await this.#faults('publish.verified');
        const outcome = await moveTree(this.#layout.tree('staged', digest), this.#layout.tree('published', digest));
        // Another process was first: then its tree is the one to verify.
        if (outcome !== 'moved') return this.publish(digest);
      }
      await this.#faults('publish.renamed');
      // Also where it was published before: whoever did it may have died before this.
      await this.#layout.sync('published');
      await this.#layout.sync('staged');
      await dropSecondCopy(this.#layout, digest);
      await this.#faults('publish.durable');
      return new StoredTree(this.#layout, digest, located.manifest);
    });
  }

  open(digest: Digest): Promise<SkillTree> {
    return withFileErrors(async () => {
      for (const shelf of LOOKING_ORDER) {
        const tree = this.#layout.tree(shelf, digest);
        const found = await lookAtTree(tree, async () => ({ manifest: await readStoredManifest(tree, digest) }));
        if (found === undefined) continue;
        if (found.manifest !== undefined) return new StoredTree(this.#layout, digest, found.manifest);
        await setAside(this.#layout, shelf, digest);
        throw new CountersignError('store-bytes-altered');
      }
      throw new CountersignError('store-bytes-missing');
    });
  }

  verify(digest: Digest): Promise<SkillVerification> {
    return withFileErrors(async () => {
      const located = await locateTree(this.#layout, digest);
      switch (located.kind) {
        case 'intact':
          return { kind: 'intact', files: located.manifest.files.length, bytes: totalBytes(located.manifest) };
        case 'altered':
          return { kind: 'altered', paths: located.paths };
        case 'absent':
          return { kind: 'absent' };
        default:
          return assertNever(located);
      }
    });
  }

  quarantine(digest: Digest): Promise<void> {
    return withFileErrors(async () => {
      // In the order in which a tree moves, so that one published meanwhile is not missed.
      await setAside(this.#layout, 'staged', digest);
      await setAside(this.#layout, 'published', digest);
    });
  }

  async *list(): AsyncIterable<{ readonly digest: Digest; readonly presence: ReadableShelf }> {
    for (const digest of await withFileErrors(() => storedDigests(this.#layout))) {
      const presence = await withFileErrors(() => presenceOf(this.#layout, digest));
      if (presence !== 'absent') yield { digest, presence };
    }
  }

  sweep(): Promise<number> {
    return withFileErrors(async () => {
      let removed = 0;
      for await (const tree of takeAbandoned(this.#layout)) {
        await rm(tree, { recursive: true, force: true });
        removed += 1;
      }
      return removed;
    });
  }
}
