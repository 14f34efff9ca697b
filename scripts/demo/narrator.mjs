// SPDX-License-Identifier: Apache-2.0
import { styleText } from 'node:util';

const onTerminal = process.stdout.isTTY && process.env['NO_COLOR'] === undefined;

/**
 * @param {'bold' | 'cyan' | 'dim'} style
 * @param {string} text
 */
const styled = (style, text) => (onTerminal ? styleText(style, text) : text);

let step = 0;

/** A numbered step, and what it is for. @param {string} title @param {string} why */
export function tell(title, why) {
  step += 1;
  console.log(`\n${styled('bold', `${String(step)}. ${title}`)}`);
  for (const line of wrap(why, 96)) console.log(`   ${line}`);
}

/** A command, as a person would type it. @param {string} command */
export function typed(command) {
  console.log(`\n   ${styled('cyan', `$ ${command}`)}`);
}

/** Real output, indented; a long one is cut in the middle. @param {string} output */
export function printed(output) {
  const lines = output.replace(/\n+$/, '').split('\n');
  const shown =
    lines.length <= 26
      ? lines
      : [...lines.slice(0, 17), `... ${String(lines.length - 25)} lines ...`, ...lines.slice(-8)];
  for (const line of shown) console.log(`   ${styled('dim', '│')} ${line}`);
}

/** @param {string} text */
export function remark(text) {
  console.log(`   ${text}`);
}

/** @param {number} passed @param {number} ms */
export function conclude(passed, ms) {
  const seconds = (ms / 1000).toFixed(1);
  console.log(`\n${styled('bold', `All ${String(passed)} checks held, in ${seconds} s.`)}\n`);
}

/** @param {string} text @param {number} width */
function wrap(text, width) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
