// SPDX-License-Identifier: Apache-2.0
import { describe, test } from '@jest/globals';
import { MemoryEngineStore } from '../../src/index.js';
import { engineStoreConformance } from '../../src/conformance/index.js';

describe('A80 MemoryEngineStore is an EngineStore', () => {
  engineStoreConformance({ durability: 'process', open: async () => new MemoryEngineStore() })(test);
});
