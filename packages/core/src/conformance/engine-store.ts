// SPDX-License-Identifier: Apache-2.0
import type { ConformanceKit } from './conformance-test.js';
import { closeCases } from './engine-store/close-cases.js';
import { commitCases } from './engine-store/commit-cases.js';
import { commitIdCases } from './engine-store/commit-id-cases.js';
import { fenceCases } from './engine-store/fence-cases.js';
import { guardCases } from './engine-store/guard-cases.js';
import { runMediumCase, runStoreCase, type EngineStoreHarness, type StoreCase } from './engine-store/harness.js';
import { keyCases } from './engine-store/key-cases.js';
import { leaseCases } from './engine-store/lease-cases.js';
import { listCases } from './engine-store/list-cases.js';
import { payloadCases } from './engine-store/payload-cases.js';
import { readCases } from './engine-store/read-cases.js';
import { reopenCases } from './engine-store/reopen-cases.js';

const storeCases: readonly StoreCase[] = [
  ...commitCases,
  ...commitIdCases,
  ...guardCases,
  ...keyCases,
  ...listCases,
  ...readCases,
  ...leaseCases,
  ...fenceCases,
  ...payloadCases,
  ...closeCases,
];

/**
 * The cases that an `EngineStore` passes to be one. Each gets a fresh, empty store; none depends on how fast the machine is.
 *
 * ```ts
 * engineStoreConformance({ durability: 'process', open: async () => new MemoryEngineStore() })(test);
 * ```
 */
export function engineStoreConformance(harness: EngineStoreHarness): ConformanceKit {
  return (test) => {
    for (const storeCase of storeCases) test(storeCase.name, () => runStoreCase(harness, storeCase));
    if (harness.durability === 'process') return;
    for (const { name, run } of reopenCases) test(name, () => runMediumCase(harness, run));
  };
}
