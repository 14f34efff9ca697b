// SPDX-License-Identifier: Apache-2.0
import { maskLegitimateCharacters } from '../material/hidden-characters.js';

/** Why a character is reported: a person who reads the text does not see it, or sees it elsewhere than it is. */
export type HiddenKind = 'bidirectional' | 'invisible' | 'tag' | 'control';

export interface HiddenCharacter {
  readonly kind: HiddenKind;
  /** As `U+202E`. */
  readonly codePoint: string;
  /** 1 for the first line. */
  readonly line: number;
}

// Trojan Source (CVE-2021-42574) lists the bidirectional controls. Tags and variation selectors carry whole invisible
// sentences that language models read. Tab and line ends are the only controls that a text needs: a carriage return alone
// lets a terminal overwrite the line, and the two Unicode separators break a line for some readers only.
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}]|[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]|\r(?!\n)/gu;
const BIDIRECTIONAL = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/**
 * Every hidden character of a text, in order, at most `limit`; those that the spelling of a script or an emoji needs are
 * not hidden. A byte-order mark at the very start is not reported.
 */
export function findHiddenCharacters(text: string, limit: number): HiddenCharacter[] {
  const found: HiddenCharacter[] = [];
  let line = 1;
  let from = 0;
  for (const { 0: character, index } of maskLegitimateCharacters(text).matchAll(HIDDEN)) {
    if (index === 0 && character === '\uFEFF') continue;
    if (found.length === limit) break;
    line += countNewlines(text, from, index);
    from = index;
    found.push({ kind: kindOf(character), codePoint: codePointOf(character), line });
  }
  return found;
}

/**
 * The text with every hidden character written out as `⟨U+202E⟩`. Its lines and tabs stay (LF, CR LF, TAB). So a caller
 * that shows it where one line belongs, such as a name or a path, must replace those itself, or the text could go on as a
 * line of the caller's own. It is not escaped for HTML, and a text may hold `⟨U+202E⟩` as written.
 */
export function revealHiddenCharacters(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const { 0: character, index } of maskLegitimateCharacters(text).matchAll(HIDDEN)) {
    parts.push(text.slice(from, index), `⟨${codePointOf(character)}⟩`);
    from = index + character.length;
  }
  return [...parts, text.slice(from)].join('');
}

function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function kindOf(character: string): HiddenKind {
  if (/\p{Cc}/u.test(character)) return 'control';
  if (BIDIRECTIONAL.test(character)) return 'bidirectional';
  return (character.codePointAt(0) ?? 0) >= 0xe0000 ? 'tag' : 'invisible';
}

function countNewlines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
