// SPDX-License-Identifier: Apache-2.0
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineStoreConformance } from '@countersign/core/conformance';
import { describe, test } from '@jest/globals';
import { SqliteEngineStore } from '../src/index.js';

describe('A80 SqliteEngineStore is an EngineStore', () => {
  engineStoreConformance({
    durability: 'medium',
    async createMedium() {
      const folder = await mkdtemp(join(tmpdir(), 'countersign-store-'));
      return {
        open: async () => new SqliteEngineStore({ file: join(folder, 'state', 'journal.sqlite') }),
        remove: () => rm(folder, { recursive: true }),
      };
    },
  })(test);
});
