// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import { PathSet, foldPath } from '../../src/material/path-set.js';
import { HOSTILE_PAIRS } from './hostile-paths.js';

describe('foldPath', () => {
  test('A61 is one value for a character, its cases and its canonical forms, for each character of Unicode', () => {
    const broken: string[] = [];
    for (let codePoint = 1; codePoint <= 0x10ffff; codePoint += 1) {
      const character = String.fromCodePoint(codePoint);
      if (/[\p{Cs}\p{Cn}\p{Co}]/u.test(character)) continue;
      const folded = foldPath(character);
      const spellings = [folded, character.toLowerCase(), character.toUpperCase(), character.normalize('NFD')];
      if (spellings.some((spelling) => foldPath(spelling) !== folded)) broken.push(codePoint.toString(16));
    }
    expect(broken).toEqual([]);
  });

  test('A61 does not depend on the place of a character in the path', () => {
    expect(foldPath('ΣΟΣ/σος/Σ.md')).toBe('ΣΟΣ/ΣΟΣ/Σ.MD');
  });

  test('keeps different letters apart', () => {
    for (const [one, other] of [
      // Latin and Cyrillic a, which only look alike; a letter and its accented one; full and half width.
      ['a', '\u0430'],
      ['o', '\u00f6'],
      ['\u304b', '\u304c'],
      ['\u30a2', '\uff71'],
    ] as const) {
      expect(foldPath(one)).not.toBe(foldPath(other));
    }
  });
});

describe('PathSet', () => {
  const pairs = HOSTILE_PAIRS.filter(([, first, second]) => !`${first}${second}`.includes('./'));

  test.each(pairs)('A61 refuses a second path: %s', (_name, first, second, code) => {
    const paths = new PathSet();
    paths.add(first, 'file');
    expect(() => paths.add(second, 'file')).toThrow(expect.objectContaining({ code }));
  });

  test('takes folders before, after and without their own entries', () => {
    const paths = new PathSet();
    paths.add('a', 'folder');
    paths.add('a/b', 'file');
    paths.add('c/d/e', 'file');
    paths.add('c/d', 'folder');
    paths.add('f', 'folder');
    paths.add('c/g', 'file');
    expect(() => paths.add('c/d', 'folder')).toThrow(expect.objectContaining({ code: 'entry-duplicate' }));
  });
});
