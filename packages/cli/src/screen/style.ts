// SPDX-License-Identifier: Apache-2.0
import pc from 'picocolors';

/** How text is laid out for one stream. */
export interface Style {
  readonly colours: ReturnType<typeof pc.createColors>;
  /** Characters in a line. */
  readonly columns: number;
}

/** The part of a stream that is looked at. */
export interface StyledStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

const USUAL_COLUMNS = 80;
const MAX_COLUMNS = 100;
const MIN_COLUMNS = 40;

/** Colours on terminals only, and not where NO_COLOR (no-color.org) says otherwise. */
export function styleFor({ isTTY, columns }: StyledStream, env: NodeJS.ProcessEnv): Style {
  const isColoured = isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  // A terminal that does not know its width says 0.
  const width = columns === undefined || columns === 0 ? USUAL_COLUMNS : columns;
  return { colours: pc.createColors(isColoured), columns: Math.max(MIN_COLUMNS, Math.min(MAX_COLUMNS, width)) };
}
