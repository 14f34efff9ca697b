// SPDX-License-Identifier: Apache-2.0
import { expect, test } from '@jest/globals';
import { sep } from 'node:path';
import { stateLayout } from '@countersign/core';

test('every part of the state folder has a place of its own inside it', () => {
  const { folder, ...places } = stateLayout('/state');
  expect(folder).toBe('/state');
  const paths = Object.values(places);
  expect(new Set(paths).size).toBe(paths.length);
  for (const path of paths) expect(path.split(sep).slice(0, -1).join('/')).toBe('/state');
});
