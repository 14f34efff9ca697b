// SPDX-License-Identifier: Apache-2.0
import Table from 'cli-table3';
import { clip, oneLine, widestColumns } from './plain-text.js';
import type { Style } from './style.js';

/** A heading. What `clipped` columns hold was written by others: it gives way where a row would not fit into a line. */
export type Column = string | { readonly clipped: string };

const GAP = '  ';
const MIN_CLIPPED = 8;
const LINES = [
  ...['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right'],
  ...['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid'],
];

/** Rows under headings, without lines. A cell is one line, so that no text of others begins one. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[], style: Style): string {
  const widths = fittedWidths(columns, rows, style.columns - GAP.length * (columns.length - 1));
  const drawn = new Table({
    head: columns.map((column) => style.colours.dim(headingOf(column))),
    chars: { ...Object.fromEntries(LINES.map((name) => [name, ''])), middle: GAP },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  drawn.push(...rows.map((row) => row.map((cell, index) => cellOf(cell, columns[index], widths[index] ?? 0))));
  return drawn
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** The widest of the clipped columns gives way first. */
function fittedWidths(columns: readonly Column[], rows: readonly (readonly string[])[], room: number): number[] {
  const widths = columns.map((column, index) => {
    return Math.max(...[headingOf(column), ...rows.map((row) => oneLine(row[index] ?? ''))].map(widestColumns));
  });
  const clipped = columns.flatMap((column, index) => (typeof column === 'string' ? [] : [index]));
  const widest = () => clipped.reduce((a, b) => ((widths[b] ?? 0) > (widths[a] ?? 0) ? b : a), clipped[0] ?? 0);
  let excess = widths.reduce((sum, width) => sum + width, 0) - room;
  for (let at = widest(); excess > 0 && (widths[at] ?? 0) > MIN_CLIPPED && clipped.length > 0; at = widest()) {
    widths[at] = (widths[at] ?? 0) - 1;
    excess -= 1;
  }
  return widths;
}

function cellOf(text: string, column: Column | undefined, width: number): string {
  return typeof column === 'string' ? oneLine(text) : clip(text, width);
}

function headingOf(column: Column): string {
  return typeof column === 'string' ? column : column.clipped;
}
