// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import { findHiddenCharacters, revealHiddenCharacters } from '../../src/consent/hidden-text.js';

describe('A41 line ends that some readers do not see', () => {
  test.each([
    ['a carriage return alone', 'safe\rrm -rf', 'control', 'U+000D', 'safe⟨U+000D⟩rm -rf'],
    ['one at the end', 'safe\r', 'control', 'U+000D', 'safe⟨U+000D⟩'],
    ['the first of two', 'safe\r\r\nmore', 'control', 'U+000D', 'safe⟨U+000D⟩\r\nmore'],
    ['a next line', 'safe\u0085more', 'control', 'U+0085', 'safe⟨U+0085⟩more'],
    ['a line separator', 'safe\u2028more', 'invisible', 'U+2028', 'safe⟨U+2028⟩more'],
    ['a paragraph separator', 'safe\u2029more', 'invisible', 'U+2029', 'safe⟨U+2029⟩more'],
  ])('%s is named and written out', (_, text, kind, codePoint, revealed) => {
    expect(findHiddenCharacters(text, 10)).toEqual([{ kind, codePoint, line: 1 }]);
    expect(revealHiddenCharacters(text)).toBe(revealed);
  });

  test('lines and tabs of a text stay, for the caller to replace where one line belongs', () => {
    const text = 'one\r\ntwo\n\tthree\n';
    expect(findHiddenCharacters(text, 10)).toEqual([]);
    expect(revealHiddenCharacters(text)).toBe(text);
  });
});
