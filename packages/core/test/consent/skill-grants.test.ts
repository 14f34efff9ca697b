// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import { canonicalJson, type JsonValue } from '../../src/canonical-json.js';
import { MAX_GRANTS_BYTES } from '../../src/consent/skill-grants.js';
import { reportSkill } from '../../src/consent/skill-report.js';
import { treeOf, type Files } from './sample-tree.js';

const skill = (yaml: string, files: Files = {}) =>
  reportSkill(treeOf({ 'SKILL.md': `---\nname: sample\ndescription: x\n${yaml}\n---\n`, ...files }), 'sample');
const unreadable = ['(unreadable)'];

describe('A41 what a skill asks for', () => {
  test.each<[string, readonly string[]]>([
    ['allowed-tools: Bash(git:*, ls) Read, Write', ['Bash(git:*, ls)', 'Read', 'Write']],
    ['allowed-tools: [Bash, "Read, Write"]', ['Bash', 'Read, Write']],
    ['allowed-tools: []', []],
    ['allowed-tools:', []],
    ['license: MIT', []],
  ])('%s', async (yaml, allowedTools) => {
    const { grants, problems } = await skill(yaml);
    expect(grants).toEqual({ allowedTools, hooks: [], executables: [] });
    expect(problems).toEqual([]);
  });

  test.each(['7', 'true', '{ Bash: true }', '[Read, 7]', '[[Bash]]', '[Read, null]'])(
    'allowed-tools: %s is told as unreadable, and is a problem',
    async (tools) => {
      const { grants, problems } = await skill(`allowed-tools: ${tools}`);
      expect(grants.allowedTools).toEqual(unreadable);
      expect(problems).toEqual(['allowed-tools-invalid']);
    },
  );

  test.each(['7', 'Stop', '[Stop]'])('hooks: %s are told as unreadable', async (hooks) => {
    expect((await skill(`hooks: ${hooks}`)).grants.hooks).toEqual(unreadable);
  });

  const run = { run: 'true' };
  test.each<[string, string | Uint8Array]>([
    ['no YAML', '---\nallowed-tools: [\n---\n'],
    ['too large', `---\nname: sample\nx: ${'x'.repeat(65_536)}\n---\n`],
    ['half a character', '---\nname: "\\uD800"\n---\n'],
    ['never closed', '---\nallowed-tools: Bash\n'],
    ['in a file that is no UTF-8', Buffer.from('---\nallowed-tools: Bash\n---\n\u00ff', 'latin1')],
    ['in a file with a NUL', '---\nallowed-tools: Bash\n---\n\0'],
  ])('with frontmatter that is %s nobody can tell what a host would read', async (_, text) => {
    const { grants, problems, name } = await reportSkill(treeOf({ 'SKILL.md': text, 'run.sh': run }), 'sample');
    expect(grants).toEqual({ allowedTools: unreadable, hooks: unreadable, executables: ['run.sh'] });
    expect(problems).toEqual(['frontmatter-invalid']);
    expect(name).toBeNull();
    expect(canonicalJson(grants as unknown as JsonValue)).toContain('(unreadable)');
  });

  test('without frontmatter it asks for nothing but its executables', async () => {
    const { grants, problems } = await reportSkill(treeOf({ 'SKILL.md': '# Sample\n', 'run.sh': run }), 'sample');
    expect(grants).toEqual({ allowedTools: [], hooks: [], executables: ['run.sh'] });
    expect(problems).toEqual(['frontmatter-missing']);
  });

  test('more than a person can be shown is refused, whatever it is made of', async () => {
    const frame = canonicalJson({ allowedTools: ['""'], executables: [], hooks: [] }).length;
    const tool = (bytes: number) => `allowed-tools: ['""${'x'.repeat(bytes - frame)}']`;
    const { grants } = await skill(tool(MAX_GRANTS_BYTES));
    expect(canonicalJson(grants as unknown as JsonValue)).toHaveLength(MAX_GRANTS_BYTES);
    const refused = { code: 'grants-too-large', details: { maxBytes: MAX_GRANTS_BYTES } };
    await expect(skill(tool(MAX_GRANTS_BYTES + 1))).rejects.toMatchObject(refused);

    const names = Array.from({ length: 400 }, (_, index) => `${String(index).padStart(3, '0')}${'x'.repeat(160)}`);
    const executables = Object.fromEntries(names.map((name) => [name, run]));
    await expect(skill('license: MIT', executables)).rejects.toMatchObject(refused);
  });
});
