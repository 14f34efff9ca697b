// SPDX-License-Identifier: Apache-2.0
import type { Failure } from '../failure.js';
import type { Style } from './style.js';

/** A failure as people read it: the code, what happened, what to do. Pure. */
export function renderFailure({ code, meaning, remedy, details }: Failure, { colours }: Style): string {
  const facts = Object.entries(details).map(([name, value]) => `  ${name}: ${printable(String(value))}`);
  return [`${colours.red('error')} ${colours.bold(code)}: ${meaning}`, ...facts, `  What to do: ${remedy}`].join('\n');
}

/** Details are safe to show, but may repeat what was typed. Without core, so that a mistyped option is answered at once. */
function printable(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ');
}
