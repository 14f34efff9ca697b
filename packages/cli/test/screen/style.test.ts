// SPDX-License-Identifier: Apache-2.0
import { expect, test } from '@jest/globals';
import { styleFor } from '../../src/screen/style.js';

const coloured = (isTTY: boolean, env: NodeJS.ProcessEnv) => styleFor({ isTTY }, env).colours.red('x') !== 'x';

test('colours are for terminals whose user wants them', () => {
  expect(coloured(true, {})).toBe(true);
  expect(coloured(false, {})).toBe(false);
  expect(coloured(true, { NO_COLOR: '1' })).toBe(false);
  expect(coloured(true, { TERM: 'dumb' })).toBe(false);
});

test('lines are as wide as the terminal, within reason', () => {
  const columns = (width: number | undefined) => styleFor(width === undefined ? {} : { columns: width }, {}).columns;
  expect([undefined, 0, 10, 72, 300].map(columns)).toEqual([80, 80, 40, 72, 100]);
});
