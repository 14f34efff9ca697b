// SPDX-License-Identifier: Apache-2.0
import { expect, test } from '@jest/globals';
import { checkRequirements } from '../checks/requirements.mjs';
import { madeUpProject } from './made-up-project.js';

const list =
  '# Requirements\n\n## Held\n\n### Reconcile\n\n- **A01** One\n  more.\n- **A02** Two\n\n## Planned\n\n- **A03** Three\n';

function problems(test: string, file = 'packages/core/test/reconcile/ask.test.ts'): string[] {
  const project = madeUpProject({ 'docs/requirements.md': list, [file]: test });
  return checkRequirements(project).map((finding) => `${finding.file}:${finding.line}: ${finding.message}`);
}

test('wants a test for each requirement that is held, and for no other', () => {
  expect(problems("test('A01 asks', run);\ntest.each(hosts)('A02 asks %s', run);\n")).toEqual([]);
  expect(problems("backend('terminal')('A01, A02 and A03 ask', run);\n")).toEqual([]);
  expect(problems("test('A01 A02 A03 ask', run);\n")).toEqual([]);
  expect(problems("test('A01 A02 A99 ask', run);\n")).toHaveLength(1);
  expect(problems("kit('A01 asks', run);", 'packages/core/src/conformance/engine-store.ts')).toEqual([
    'docs/requirements.md:9: no test names A02',
  ]);
});

test('looks for tests in packages, examples and acceptance, not among the tests of these scripts', () => {
  const both = "test('A01 and A02 ask', run);\n";
  expect(problems(both, 'examples/a/test/main.test.ts')).toEqual([]);
  expect(problems(both, 'acceptance/test/ask.test.ts')).toEqual([]);
  expect(problems(both, 'scripts/test/requirements.test.ts')).toHaveLength(2);
});

test('counts only what stands at the head of a name', () => {
  expect(problems("// A01 is proved elsewhere\ntest('asks as A02 says', run);\n")).toHaveLength(2);
});

test('names a number that is not listed', () => {
  expect(problems("test('A01 and A02 ask', run);\n\ntest('A99 asks', run);\n")).toEqual([
    'packages/core/test/reconcile/ask.test.ts:3: docs/requirements.md has no A99',
  ]);
});
