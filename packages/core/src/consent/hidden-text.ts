// SPDX-License-Identifier: Apache-2.0

/** Why a character is reported: a person who reads the text does not see it, or sees it elsewhere than it is. */
export type HiddenKind = 'bidirectional' | 'invisible' | 'tag' | 'control';

export interface HiddenCharacter {
  readonly kind: HiddenKind;
  /** As `U+202E`. */
  readonly codePoint: string;
  /** 1 for the first line. */
  readonly line: number;
}

// Trojan Source (CVE-2021-42574) lists the bidirectional controls; the tag block carries whole invisible sentences that
// language models read. Private use and variation selector supplements serve the same trick.
const HIDDEN =
  /[\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C]|[\u200B\u2060-\u2065\uFEFF\u00AD\u034F\u180E\u115F\u1160\u3164\uFFA0]|[\u{E0000}-\u{E0FFF}]|[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/gu;

/** Every hidden character of a text, in order, at most `limit`. A byte-order mark at the very start is not reported. */
export function findHiddenCharacters(text: string, limit: number): HiddenCharacter[] {
  const found: HiddenCharacter[] = [];
  let line = 1;
  let from = 0;
  for (const match of text.matchAll(HIDDEN)) {
    if (match.index === 0 && match[0] === '\uFEFF') continue;
    if (found.length === limit) break;
    line += countNewlines(text, from, match.index);
    from = match.index;
    const point = match[0].codePointAt(0) ?? 0;
    found.push({ kind: kindOf(point), codePoint: `U+${point.toString(16).toUpperCase().padStart(4, '0')}`, line });
  }
  return found;
}

/** The text with every hidden character written out as `⟨U+202E⟩`, safe to print on a terminal or a page. */
export function revealHiddenCharacters(text: string): string {
  return text.replace(HIDDEN, (character) => {
    const point = character.codePointAt(0) ?? 0;
    return `⟨U+${point.toString(16).toUpperCase().padStart(4, '0')}⟩`;
  });
}

function kindOf(point: number): HiddenKind {
  if (point < 0x20 || (point >= 0x7f && point <= 0x9f)) return 'control';
  if (point >= 0xe0000) return 'tag';
  const bidirectional = (point >= 0x202a && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069);
  return bidirectional || point === 0x200e || point === 0x200f || point === 0x061c ? 'bidirectional' : 'invisible';
}

function countNewlines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
