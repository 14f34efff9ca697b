// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import type { ErrorCode } from '@countersign/core';
import { pathFault, printablePath, requireSafePath } from '../../src/material/safe-path.js';
import { HOSTILE_PATHS } from './hostile-paths.js';

const limits = { maxPathBytes: 250, maxDepth: 8 };

describe('pathFault', () => {
  const texts = HOSTILE_PATHS.filter((row): row is readonly [string, string, ErrorCode] => typeof row[1] === 'string');
  // The archive reader meets these two first.
  const met = ['NUL inside the name field', 'only a dot and a slash'];

  test.each(texts.filter(([name]) => !met.includes(name)))('A61 refuses: %s', (_name, path, code) => {
    expect(pathFault(path, limits)).toBe(code);
  });

  test.each([
    ['lone surrogate', 'a\ud800b', 'path-not-unicode'],
    ['slash at the end', 'a/', 'path-empty'],
    ['component too long', 'x'.repeat(256), 'path-too-long'],
    ['too many UTF-8 bytes', '技'.repeat(84), 'path-too-long'],
  ] as const)('A61 refuses: %s', (_name, path, code) => {
    expect(pathFault(path, limits)).toBe(code);
  });

  test.each([
    'SKILL.md',
    '.claude/settings.json',
    'console.txt',
    'com10.txt',
    'a.aux',
    'nul-handling.md',
    'a b/c d.txt',
    "it's (a) [name] {with} #100% & more; = +~^@!$,-_`.md",
    'Überprüfung.md',
    '技能/说明.md',
    'スキル/ガイド.md',
    '기술.md',
    'навык.md',
    'δεξιότητα.md',
    'कौशल.md',
    'ทักษะ.md',
    'مهارة.md',
    'מיומנות.md',
    // Persian and Sinhala spell with joiners, Mongolian with its vowel separator, Japanese names with selectors.
    'می\u200cخواهم.md',
    'ශ්\u200dරී.md',
    'क्\u200dष.md',
    '\u182a\u1820\u1836\u180e\u1820.md',
    '葛\u{e0100}城.md',
    '\u2764\ufe0f.md',
    '\u{1f469}\u200d\u{1f4bb}.md',
  ])('A63 names in any script survive: %s', (path) => {
    expect(pathFault(path, limits)).toBeUndefined();
  });

  test('A61 one joiner at a time, and only inside a word', () => {
    for (const path of [
      'می\u200c\u200cخواهم',
      '\u200cمی',
      'می\u200c',
      'می\u200c.md',
      'a\u200cم',
      '葛\u{e0100}\u{e0101}',
    ]) {
      expect(pathFault(path, limits)).toBe('path-hidden-character');
    }
  });
});

describe('requireSafePath', () => {
  test('says which path it was, in characters that do no harm', () => {
    expect(() => requireSafePath('a\u202e\u001b[2J', limits)).toThrow(
      expect.objectContaining({ code: 'path-control-character', details: { path: 'a\\u{202e}\\u{1b}[2J' } }),
    );
  });

  test('shows no more than the start of a long path', () => {
    expect(printablePath('a'.repeat(5000))).toBe(`${'a'.repeat(120)}...`);
  });
});
