// SPDX-License-Identifier: Apache-2.0
import { expect, test } from '@jest/globals';
import { checkSnippets } from '../checks/snippets.mjs';
import { madeUpProject } from './made-up-project.js';

const example = `// SPDX-License-Identifier: Apache-2.0
export async function main() {
  // #region compose
  const runtime = compose();

  // #region close
  if (runtime) {
    await runtime.close();
  }
  // #endregion close
  // #endregion compose
}
`;

function problems(fence: string, ...lines: string[]): string[] {
  const readme = ['# Title', '', `\`\`\`${fence}`, ...lines, '```', ''].join('\n');
  return checkSnippets(madeUpProject({ 'README.md': readme, 'examples/a/main.ts': example })).map(
    ({ file, line, message }) => `${file}:${line}: ${message}`,
  );
}

test('accepts a region, unindented and without its marks', () => {
  const lines = ['const runtime = compose();', '', 'if (runtime) {', '  await runtime.close();', '}'];
  expect(problems('ts file=examples/a/main.ts#compose', ...lines)).toEqual([]);
  expect(problems('ts file=examples/a/main.ts#close', ...lines.slice(2))).toEqual([]);
});

test('accepts a whole file of any language', () => {
  const project = madeUpProject({ 'a.md': '```json file=b.json\n{ "c": 1 }\n```\n', 'b.json': '{ "c": 1 }\n' });
  expect(checkSnippets(project)).toEqual([]);
});

test('tells what a region reads when the snippet differs', () => {
  const [problem] = problems('ts file=examples/a/main.ts#close', 'await runtime.close();');
  expect(problem).toBe(
    'README.md:3: snippet differs from examples/a/main.ts#close, which reads:\n' +
      '    if (runtime) {\n      await runtime.close();\n    }',
  );
});

test('refuses a file and a region that do not exist', () => {
  expect(problems('ts file=examples/b/main.ts#close', '')).toEqual([
    'README.md:3: snippet from examples/b/main.ts: there is no such file',
  ]);
  expect(problems('ts file=examples/a/main.ts#open', '')).toEqual([
    'README.md:3: snippet from examples/a/main.ts: there is no "// #region open" with an end',
  ]);
});

test('refuses a program that does not say where it runs', () => {
  for (const language of ['ts', 'js', 'mjs', 'typescript']) expect(problems(language, 'run();')).toHaveLength(1);
  for (const language of ['', 'json', 'sh', 'text']) expect(problems(language, 'run();')).toEqual([]);
});
