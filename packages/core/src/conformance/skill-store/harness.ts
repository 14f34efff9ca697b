// SPDX-License-Identifier: Apache-2.0
import type { Digest } from '../../ids.js';
import type { SkillStore } from '../../skill-store/skill-store.js';

/** One empty place where skills are kept: a new folder, a new bucket. */
export interface SkillStoreMedium {
  /** One more store object over this medium, as another process would open it. */
  open(): Promise<SkillStore>;
  remove(): Promise<void>;
}

/** What somebody who can reach the medium does to a tree. `path` is one of its files, but for `add`. */
export type Tampering =
  /** Other bytes of the same length. */
  | { readonly kind: 'change'; readonly path: string }
  | { readonly kind: 'append'; readonly path: string }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'add'; readonly path: string }
  /** Flips whether the file may be run. */
  | { readonly kind: 'executable'; readonly path: string }
  /** The stored manifest, so that it is not that of the digest any more. */
  | { readonly kind: 'manifest' };

export interface ReachableMedium extends SkillStoreMedium {
  /** Changes the tree of `digest`, staged or published, behind the back of every store object. */
  tamper(digest: Digest, change: Tampering): Promise<void>;
}

/**
 * Where the kit gets its stores. `bytes` states what the adapter's medium is, and from it follow the cases: nobody picks
 * them.
 * - `sealed`: nobody but the store can change what it keeps.
 * - `reachable`: others can, as on a disk.
 */
export type SkillStoreHarness =
  | { readonly bytes: 'sealed'; createMedium(): Promise<SkillStoreMedium> }
  | { readonly bytes: 'reachable'; createMedium(): Promise<ReachableMedium> };

/** What a case works with. */
export interface Stores<Medium extends SkillStoreMedium = SkillStoreMedium> {
  readonly store: SkillStore;
  readonly medium: Medium;
}

export interface SkillStoreCase<Medium extends SkillStoreMedium = SkillStoreMedium> {
  readonly name: string;
  run(stores: Stores<Medium>): Promise<void>;
}

/** Runs a case on a medium of its own, which is removed however the case ends. */
export async function runCase<Medium extends SkillStoreMedium>(
  createMedium: () => Promise<Medium>,
  skillStoreCase: SkillStoreCase<Medium>,
): Promise<void> {
  const medium = await createMedium();
  try {
    await skillStoreCase.run({ store: await medium.open(), medium });
  } finally {
    await medium.remove();
  }
}
