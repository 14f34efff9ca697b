// SPDX-License-Identifier: Apache-2.0
import { expect, test } from '@jest/globals';
import { ESLint } from 'eslint';
import path from 'node:path';
import config from '../../eslint.config.js';

const root = path.resolve(import.meta.dirname, '../..');
const eslint = new ESLint({ cwd: root, overrideConfigFile: true, overrideConfig: config });

/** The rules that a file breaks when it holds this code. Rules that ask for types need a file that exists. */
async function brokenRules(code: string, file = 'packages/core/src/digest.ts'): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(code, { filePath: path.join(root, file) });
  return result?.messages.map(({ ruleId, message }) => ruleId ?? message) ?? ['not linted'];
}

test.each([
  ['@typescript-eslint/no-floating-promises', 'export function run() {\n  Promise.resolve();\n}\n'],
  ['@typescript-eslint/no-misused-promises', 'export const run = (on: boolean) => [on].forEach(async () => {});\n'],
  ['@typescript-eslint/no-explicit-any', 'export const read = (value: any): string => String(value);\n'],
  ['@typescript-eslint/no-non-null-assertion', 'export const first = (list: string[]) => list[0]!;\n'],
  ['@typescript-eslint/ban-ts-comment', '// @ts-expect-error wrong\nexport const one: number = "1";\n'],
  [
    '@typescript-eslint/consistent-type-imports',
    "import { Buffer } from 'node:buffer';\nexport type Bytes = Buffer;\n",
  ],
  [
    '@typescript-eslint/switch-exhaustiveness-check',
    "export function f(kind: 'a' | 'b') {\n  switch (kind) {\n    case 'a':\n  }\n}\n",
  ],
  ['no-warning-comments', '// To do this better: TODO\nexport const one = 1;\n'],
  ['no-console', "console.log('one');\n"],
  ['max-lines', 'export {};\n'.repeat(401)],
])('%s is on', async (rule, code) => {
  expect(await brokenRules(code)).toContain(rule);
});

test('a file cannot switch a rule off', async () => {
  const code = '/* eslint-disable */\nexport const read = (value: any): string => String(value);\n';
  expect(await brokenRules(code)).toEqual([
    expect.stringContaining("has no effect because you have 'noInlineConfig' setting"),
    '@typescript-eslint/no-explicit-any',
  ]);
});

test('a test cannot be skipped', async () => {
  const code = "import { test } from '@jest/globals';\ntest.skip('one', () => undefined);\n";
  expect(await brokenRules(code, 'scripts/test/lint-rules.test.ts')).toEqual(['no-restricted-properties']);
});
