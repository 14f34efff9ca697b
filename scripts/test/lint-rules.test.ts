// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';

/** Rules that ask for types need a file that exists. */
const PRODUCT_FILE = 'packages/core/src/digest.ts';
const ANY = 'export const read = (value: any): string => String(value);\n';

const rules = [
  ['@typescript-eslint/no-floating-promises', 'export function run() {\n  Promise.resolve();\n}\n'],
  ['@typescript-eslint/no-misused-promises', 'export const run = (on: boolean) => [on].forEach(async () => {});\n'],
  ['@typescript-eslint/no-explicit-any', ANY],
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
] as const;

const others = [
  { code: `/* eslint-disable */\n${ANY}`, file: PRODUCT_FILE },
  {
    code: `import { test } from '@jest/globals';\ntest.${'skip'}('one', () => undefined);\n`,
    file: 'scripts/test/lint-rules.test.ts',
  },
];

let broken: readonly (readonly string[])[];

beforeAll(() => {
  const samples = [...rules.map(([, code]) => ({ code, file: PRODUCT_FILE })), ...others];
  const linter = path.join(import.meta.dirname, 'lint-samples.mjs');
  // In CI the parser takes one run for granted, and reads the types of what is on disk instead of the sample's.
  const env = { ...process.env, TSESTREE_SINGLE_RUN: 'false' };
  const output = execFileSync(process.execPath, [linter], { input: JSON.stringify(samples), encoding: 'utf8', env });
  broken = JSON.parse(output) as string[][];
});

test.each(rules.map(([rule], index) => ({ rule, index })))('$rule is on', ({ rule, index }) => {
  expect(broken[index]).toContain(rule);
});

test('a file cannot switch a rule off', () => {
  expect(broken[rules.length]).toEqual([
    expect.stringContaining("has no effect because you have 'noInlineConfig' setting"),
    '@typescript-eslint/no-explicit-any',
  ]);
});

test('a test cannot be skipped', () => {
  expect(broken[rules.length + 1]).toEqual(['no-restricted-properties']);
});
