// SPDX-License-Identifier: Apache-2.0
import { expect, test } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { forEachBounded } from '../../src/skill-store/for-each-bounded.js';

const ITEMS = Array.from({ length: 100 }, (_, index) => index);

test('every item is worked on once, a few at a time', async () => {
  const done: number[] = [];
  let running = 0;
  let most = 0;
  await forEachBounded(ITEMS, async (item) => {
    most = Math.max(most, (running += 1));
    await setImmediate();
    done.push(item);
    running -= 1;
  });
  expect(done.sort((a, b) => a - b)).toEqual(ITEMS);
  expect(most).toBe(8);
});

test('after an error no more is begun, and it is thrown when nothing runs any more', async () => {
  let begun = 0;
  let running = 0;
  const work = forEachBounded(ITEMS, async (item) => {
    begun += 1;
    running += 1;
    await setImmediate();
    running -= 1;
    if (item === 3) throw new Error('third');
  });
  await expect(work).rejects.toThrow('third');
  expect(running).toBe(0);
  expect(begun).toBeLessThanOrEqual(16);
});
