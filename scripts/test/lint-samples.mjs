// SPDX-License-Identifier: Apache-2.0
// Lints the samples on standard input, and prints what each breaks.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ESLint } from 'eslint';

const root = path.resolve(import.meta.dirname, '../..');
const eslint = new ESLint({ cwd: root });
/** @type {{ code: string, file: string }[]} */
const samples = JSON.parse(readFileSync(0, 'utf8'));

/** @type {(string | null)[][]} */
const broken = [];
for (const { code, file } of samples) {
  const [result] = await eslint.lintText(code, { filePath: path.join(root, file) });
  broken.push(result?.messages.map(({ ruleId, message }) => ruleId ?? message) ?? ['not linted']);
}
process.stdout.write(JSON.stringify(broken));
