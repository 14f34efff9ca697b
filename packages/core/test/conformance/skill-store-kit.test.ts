// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import { failedCases, skillStoreConformance } from '@countersign/core/conformance';
import { BROKEN_STORES } from './broken-skill-stores.js';
import { createFsMedium } from './fs-skill-store-medium.js';

describe('the skill store kit fails a store that', () => {
  test.each(BROKEN_STORES)('$fault', async ({ breakStore, cases }) => {
    const kit = skillStoreConformance({ bytes: 'reachable', createMedium: () => createFsMedium(breakStore) });
    const failed = await failedCases((run) => {
      kit((name, body) => {
        if (cases.includes(name)) run(name, body);
      });
    });
    expect(failed.map(({ name }) => name).sort()).toEqual([...cases].sort());
  });
});
