// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import { MAX_JSON_DEPTH } from '../../src/canonical-json.js';
import { MAX_FRONTMATTER_BYTES, readFrontmatter } from '../../src/consent/frontmatter.js';

const block = (yaml: string) => readFrontmatter(`---\n${yaml}\n---\n# Text\n`);
const invalid = { kind: 'invalid' };

describe('frontmatter', () => {
  test.each([
    ['LF', '---\nname: a\n---\n'],
    ['CR LF', '---\r\nname: a\r\n---\r\n'],
    ['a byte-order mark', '\uFEFF---\nname: a\n---\n'],
    ['spaces behind the dashes', '---  \nname: a\n--- \t\ntext'],
    ['the end of the file', '---\nname: a\n---'],
    ['a later line of dashes', '---\nname: a\n---\ntext\n\n---\nname: b\n'],
  ])('is read with %s', (_, text) => expect(readFrontmatter(text)).toEqual({ kind: 'present', fields: { name: 'a' } }));

  test.each(['', '# Text\n', 'Text\n\n---\nname: a\n---\n', '-- -\n', '+++\nname = "a"\n+++\n'])(
    'is missing in %j',
    (text) => expect(readFrontmatter(text)).toEqual({ kind: 'missing' }),
  );

  test.each([
    ['it never ends', '---\nallowed-tools: Bash\n'],
    ['it is empty, and dashes follow', '---\n---\nallowed-tools: Bash\n---\n'],
    ['space stands before it', '\n ---\nallowed-tools: Bash\n---\n'],
    ['it has more dashes', '----\nallowed-tools: Bash\n----\n'],
    ['a language is named', '---json\n{"allowed-tools":"Bash"}\n---\n'],
    ['its lines end in CR', '---\rallowed-tools: Bash\r---\r'],
    ['a key is merged in', '---\nx:\n  <<: { allowed-tools: Bash }\n---\n'],
    ['a tag is unknown', '---\nallowed-tools: !shell Bash\n---\n'],
    ['a key stands twice', '---\nallowed-tools: Bash\nallowed-tools: Read\n---\n'],
    ['a key stands twice, in two types', '---\n1: a\n"1": b\n---\n'],
    ['a key stands twice further down', '---\na: { b: { c: 1, c: 2 } }\n---\n'],
    ['a key is a list', '---\n? [a]\n: b\n---\n'],
    ['an alias is used', '---\na: &a [x]\nb: *a\n---\n'],
    ['a value holds a CR', '---\nname: a\rallowed-tools: Bash\n---\n'],
    ['a value holds a line separator', '---\nname: a\u2028allowed-tools: Bash\n---\n'],
    ['a value holds a next line', '---\nname: a\u0085allowed-tools: Bash\n---\n'],
    ['two documents are in it', '---\na: 1\n--- b\n---\n'],
  ])('is invalid when %s, since readers disagree', (_, text) => expect(readFrontmatter(text)).toEqual(invalid));

  test.each(['name: "\\uD800"', 'a: [x, { "\\uDFFF": 1 }]', 'allowed-tools: ["Read\\uD83D"]'])(
    'is invalid when an escape writes half a character: %s',
    (yaml) => expect(block(yaml)).toEqual(invalid),
  );

  test('takes both halves of a character', () => {
    expect(block('name: "\\uD83D\\uDE00"')).toEqual({ kind: 'present', fields: { name: '😀' } });
  });

  test('is invalid when it is larger than the limit, in bytes', () => {
    const filled = (bytes: number) => `a: ${'x'.repeat(bytes - 5)}é`;
    expect(block(filled(MAX_FRONTMATTER_BYTES))).toMatchObject({ kind: 'present' });
    expect(block(filled(MAX_FRONTMATTER_BYTES + 1))).toEqual(invalid);
  });

  test.each([
    ['lists in lists', '['.repeat(30_000)],
    ['lists in lists, closed', '['.repeat(30_000) + ']'.repeat(30_000)],
    ['mappings in mappings', '{a: '.repeat(15_000)],
    ['lists, each the first of another', '- '.repeat(30_000)],
    ['mappings, each the key of another', '? '.repeat(30_000)],
    ['indented mappings', Array.from({ length: 300 }, (_, level) => `${' '.repeat(level)}a:`).join('\n')],
    ['quotes', '"'.repeat(60_000)],
    ['unknown tags', '!x '.repeat(20_000)],
    ['errors', `[${','.repeat(60_000)}`],
  ])('is invalid and no crash when it is made of thousands of %s', (_, yaml) => expect(block(yaml)).toEqual(invalid));

  test('may nest as deeply as any JSON here, and no deeper', () => {
    const nested = (depth: number) => `a: ${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}`;
    expect(block(nested(MAX_JSON_DEPTH))).toMatchObject({ kind: 'present' });
    expect(block(nested(MAX_JSON_DEPTH + 1))).toEqual(invalid);
  });

  test('cannot reach the prototype of what it is read into', () => {
    const frontmatter = block('__proto__: { hooks: { Stop: [] } }');
    expect(frontmatter).toMatchObject({ kind: 'present' });
    expect(frontmatter.kind === 'present' && frontmatter.fields['hooks']).toBe(undefined);
  });
});
