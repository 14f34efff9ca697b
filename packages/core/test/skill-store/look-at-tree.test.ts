// SPDX-License-Identifier: Apache-2.0
import { expect, test } from '@jest/globals';
import { mkdir, rename } from 'node:fs/promises';
import { lookAtTree } from '../../src/skill-store/look-at-tree.js';
import { newStateFolder } from './state-folder.js';

test('what was seen of a tree counts when it was the same tree all the time', async () => {
  const tree = await newStateFolder();
  await mkdir(tree);
  expect(await lookAtTree(tree, async () => 'seen')).toBe('seen');
});

test('a tree that is not there is not looked at, though one comes later', async () => {
  const tree = await newStateFolder();
  expect(await lookAtTree(tree, () => mkdir(tree))).toBeUndefined();
});

test('A62 a tree that is moved away while it is looked at was not seen', async () => {
  const tree = await newStateFolder();
  await mkdir(tree);
  expect(await lookAtTree(tree, () => rename(tree, `${tree}-moved`))).toBeUndefined();
});

test('A62 a tree that takes the place of another while it is looked at is looked at anew', async () => {
  const tree = await newStateFolder();
  await mkdir(tree);
  await mkdir(`${tree}-next`);
  let looks = 0;
  const seen = await lookAtTree(tree, async () => {
    looks += 1;
    if (looks === 1) {
      await rename(tree, `${tree}-moved`);
      await rename(`${tree}-next`, tree);
    }
    return looks;
  });
  expect(seen).toBe(2);
});
