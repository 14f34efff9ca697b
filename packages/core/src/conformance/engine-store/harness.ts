// SPDX-License-Identifier: Apache-2.0
import type { EngineStore } from '../../journal/engine-store.js';

/** One empty place where a journal is kept: a new folder, a new database schema. */
export interface EngineStoreMedium {
  /** One more store object over this medium, as another process would open it. */
  open(): Promise<EngineStore>;
  /** Removes the medium. The kit has closed every store over it before. */
  remove(): Promise<void>;
}

/**
 * Where the kit gets its stores. `durability` states what the adapter is, and from it follow the cases: nobody picks them.
 * - `process`: the journal lives in the store object and ends with it.
 * - `medium`: the journal outlives its store objects, and several of them share it at one time.
 */
export type EngineStoreHarness =
  | { readonly durability: 'process'; open(): Promise<EngineStore> }
  | { readonly durability: 'medium'; createMedium(): Promise<EngineStoreMedium> };

/** What a case works with. Everything opened is closed and removed after the case, however it ends. */
export interface Stores {
  readonly store: EngineStore;
  /** Another contender for the same journal: a second store object where the medium is shared, else `store` itself. */
  readonly other: () => Promise<EngineStore>;
}

/** A case that every store passes. */
export interface StoreCase {
  readonly name: string;
  readonly run: (stores: Stores) => Promise<void>;
}

/** A case about what outlives a store object, for stores of `medium` durability. */
export interface MediumCase {
  readonly name: string;
  readonly run: (open: () => Promise<EngineStore>) => Promise<void>;
}

export async function runStoreCase(harness: EngineStoreHarness, { run }: StoreCase): Promise<void> {
  if (harness.durability === 'medium') {
    await runMediumCase(harness, async (open) => run({ store: await open(), other: open }));
    return;
  }
  const store = await harness.open();
  try {
    await run({ store, other: async () => store });
  } finally {
    await store.close();
  }
}

export async function runMediumCase(
  harness: EngineStoreHarness & { durability: 'medium' },
  run: MediumCase['run'],
): Promise<void> {
  const medium = await harness.createMedium();
  const opened: EngineStore[] = [];
  try {
    await run(async () => {
      const store = await medium.open();
      opened.push(store);
      return store;
    });
  } finally {
    await Promise.allSettled(opened.map((store) => store.close()));
    await medium.remove();
  }
}
