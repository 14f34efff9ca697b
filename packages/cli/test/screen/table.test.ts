// SPDX-License-Identifier: Apache-2.0
import { expect, test } from '@jest/globals';
import { widestColumns } from '../../src/screen/plain-text.js';
import { styleFor } from '../../src/screen/style.js';
import { table } from '../../src/screen/table.js';

const style = styleFor({ columns: 60 }, {});

test('a table is columns under headings', () => {
  expect(
    table(
      ['Id', 'State'],
      [
        ['review', 'active'],
        ['notes', 'denied'],
      ],
      style,
    ),
  ).toBe(['Id      State', 'review  active', 'notes   denied'].join('\n'));
});

test('what others wrote gives way, and what people copy does not', () => {
  const id = 'i'.repeat(128);
  const digest = '0123456789ab';
  const lines = table(
    [{ clipped: 'Id' }, { clipped: 'Title' }, 'Content'],
    [[id, 't'.repeat(200), digest]],
    style,
  ).split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/^i+…\s+t+…\s+0123456789ab$/);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(style.columns);
});

test('a cell cannot begin a line, colour one, or run over the edge', () => {
  const forged = `x\nnotes  active\u001b[32m${'技'.repeat(80)}`;
  const lines = table(['State', { clipped: 'Title' }], [['awaiting', forged]], style).split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/^awaiting {2}x⟨U\+000A⟩notes {2}active⟨U\+001B⟩/);
  expect(widestColumns(lines[1] ?? '') - 1).toBeLessThanOrEqual(style.columns);
});
