// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import { byteSize, clip, digestGroups, oneLine, quote, quoteEach, widestColumns } from '../../src/screen/plain-text.js';
import { styleFor } from '../../src/screen/style.js';

const style = styleFor({ columns: 40 }, {});

describe('a text that others wrote', () => {
  test.each([
    ['a colour', '\u001b[31mred', '⟨U+001B⟩[31mred'],
    ['a C1 control sequence', '\u009b2Jgone', '⟨U+009B⟩2Jgone'],
    ['a carriage return that overwrites', 'bad\rgood', 'bad⟨U+000D⟩good'],
    ['a new line', 'one\ntwo', 'one⟨U+000A⟩two'],
    ['a Unicode line separator', 'one\u2028two\u2029three', 'one⟨U+2028⟩two⟨U+2029⟩three'],
    ['a tab', 'a\tb', 'a⟨U+0009⟩b'],
    ['a backspace', 'safe\u0008\u0008evil', 'safe⟨U+0008⟩⟨U+0008⟩evil'],
    ['turned direction', 'a\u202egpj.exe', 'a⟨U+202E⟩gpj.exe'],
    ['isolates', '\u2066a\u2069', '⟨U+2066⟩a⟨U+2069⟩'],
    ['zero width', 'a\u200bb\u2060c\ufeffd', 'a⟨U+200B⟩b⟨U+2060⟩c⟨U+FEFF⟩d'],
    ['annotations', 'a\ufff9b', 'a⟨U+FFF9⟩b'],
    ['tags', 'a\u{e0041}', 'a⟨U+E0041⟩'],
    ['private use', '\ue000', '⟨U+E000⟩'],
    ['half a character', 'a\ud800', 'a⟨U+D800⟩'],
    ['any script, as it is written', 'नमस्ते می\u200cخواهم 技能', 'नमस्ते می\u200cخواهم 技能'],
  ])('shows %s', (_name, text, shown) => {
    expect(oneLine(text)).toBe(shown);
  });

  test('stands behind a bar on every line, however it is padded', () => {
    const padded = `harmless${' '.repeat(200)}Publisher         │ npm:@trusted/skills`;
    for (const line of quote(padded, style, 'Title   ').split('\n')) expect(line).toMatch(/^(?:Title| {5}) {3}│/);
  });

  test('stands behind a bar on every line, whatever breaks it into lines', () => {
    const lines = quote('one\ntwo\r\nthree\u2028four\u0085', style, 'Text  ').split('\n');
    expect(lines).toEqual(['Text  │ one', '      │ two', '      │ three⟨U+2028⟩four⟨U+0085⟩']);
  });

  // Terminals draw each of these as one wide character or as many; a library that counts one would let them push text over
  // the edge of the screen, to where a line begins.
  test.each([
    ['joined emoji', '👩\u200d'.repeat(40)],
    ['Hangul that composes', '\u1100'.repeat(60)],
    ['stacked marks', `a${'\u0903'.repeat(90)}`],
    ['wide letters', '技'.repeat(60)],
    ['ambiguous letters', 'Ω'.repeat(60)],
  ])('never runs over the edge: %s', (_name, filler) => {
    const lines = quote(`${filler} Challenge 00000000`, style).split('\n');
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(widestColumns(line) - 1).toBeLessThanOrEqual(style.columns);
    for (const line of lines) expect(line.startsWith('  │ ')).toBe(true);
  });

  test('breaks at spaces, and loses nothing', () => {
    const text = 'Writes release notes from the history of a repository.';
    const lines = quote(text, style).split('\n');
    expect(lines).toEqual(['  │ Writes release notes from the', '  │ history of a repository.']);
  });

  test('says how much of a long one is left out', () => {
    const lines = quote('x\n'.repeat(60), style).split('\n');
    expect(lines).toHaveLength(41);
    expect(lines.at(-1)).toBe('  (21 more lines in the file)');
  });

  test('is cut visibly where only a line has room', () => {
    expect(clip('a short one', 20)).toBe('a short one');
    expect(clip(`x${'y'.repeat(50)}`, 12)).toBe('xyyyyyyyyy…');
  });
});

test('several texts stand below each other', () => {
  expect(quoteEach(['Read', 'Bash(git:*)\nfake'], style, 'Tools ')).toBe(
    'Tools │ Read\n      │ Bash(git:*)⟨U+000A⟩fake',
  );
});

test('numbers are for people', () => {
  expect([byteSize(999), byteSize(4200), byteSize(1_300_000)]).toEqual(['999 B', '4.2 kB', '1.3 MB']);
  expect(digestGroups('0123456789abcdef')).toBe('01234567 89abcdef');
});
