// SPDX-License-Identifier: Apache-2.0
import { revealHiddenCharacters } from '@countersign/core';
import type { Style } from './style.js';

// Beyond what core reveals: the line breaks and tabs that a text of one line cannot have, and whatever else is not drawn or
// is drawn differently by each terminal. The two joiners stay, since names in many scripts are spelt with them.
const UNPRINTABLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Longest block that is shown of a text that others wrote. */
const MAX_LINES = 40;

/**
 * Text that others wrote, fit for one line of a terminal: nothing of it moves the cursor, sets a colour, hides, turns the
 * direction or begins a new line. What would is written out as `⟨U+001B⟩`.
 */
export function oneLine(text: string): string {
  return revealHiddenCharacters(text).replace(UNPRINTABLE, (character) => {
    return `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;
  });
}

/**
 * Text that others wrote, each line behind `│`. It is wrapped here and not by the terminal, so that no padding brings a
 * part of it to where Countersign's own words stand.
 * @param lead stands before the first `│`; later lines have as many spaces
 */
export function quote(text: string, { columns }: Style, lead = '  '): string {
  const margin = ' '.repeat(lead.length);
  const lines = text.split(/\r?\n/).flatMap((line) => wrap(oneLine(line), columns - lead.length - '│ '.length));
  const quoted = lines.slice(0, MAX_LINES).map((line, index) => `${index === 0 ? lead : margin}│ ${line}`.trimEnd());
  const rest = lines.length - quoted.length;
  return [...quoted, ...(rest > 0 ? [`${margin}(${count(rest, 'more line')} in the file)`] : [])].join('\n');
}

/** Several texts of one line, one below the other. */
export function quoteEach(texts: readonly string[], style: Style, lead = '  '): string {
  const margin = ' '.repeat(lead.length);
  return texts.map((text, index) => quote(oneLine(text), style, index === 0 ? lead : margin)).join('\n');
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * The most columns that any terminal gives a text. They disagree on all but ASCII: on wide and ambiguous characters, and on
 * whether what is joined takes the room of one or of each. Counting too few would let a text run over the edge.
 */
export function widestColumns(text: string): number {
  let columns = 0;
  for (const character of text) columns += character <= '\u007e' ? 1 : 2;
  return columns;
}

/** At most so many columns, with `…` where something is left out. */
export function clip(text: string, columns: number): string {
  const line = oneLine(text);
  if (widestColumns(line) <= columns) return line;
  let kept = '';
  for (const character of line) {
    if (widestColumns(kept) + widestColumns(character) > columns - widestColumns('…')) break;
    kept += character;
  }
  return `${kept}…`;
}

/** Breaks at a space where there is one, and otherwise wherever the line is full. */
function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const part of [...graphemes.segment(text)].flatMap(({ segment }) => fitting(segment, columns))) {
    if (widestColumns(line) + widestColumns(part) > columns) {
      const space = line.lastIndexOf(' ');
      const end = space === -1 ? line.length : space + 1;
      lines.push(line.slice(0, end));
      line = line.slice(end);
    }
    line += part;
  }
  return [...lines, line];
}

/** One character to the eye can be a thousand code points. */
function fitting(grapheme: string, columns: number): string[] {
  return widestColumns(grapheme) <= columns / 2 ? [grapheme] : [...grapheme];
}

/** 512 B, 4.2 kB, 1.3 MB */
export function byteSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** `1 file`, `2 files` */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** A digest in eight groups of eight, of which a person types the first. */
export function digestGroups(digest: string): string {
  return (digest.match(/.{1,8}/g) ?? []).join(' ');
}

/** Enough of a digest to tell two apart. */
export function shortDigest(digest: string): string {
  return digest.slice(0, 12);
}
