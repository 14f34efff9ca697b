// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import { checkForbiddenWords } from '../checks/forbidden-words.mjs';
import { checkPackageReadmes, checkSourceFiles } from '../checks/source-files.mjs';
import { madeUpProject } from './made-up-project.js';

const licence = 'SPDX-License-Identifier: Apache-2.0';

describe('checkSourceFiles', () => {
  test('wants the licence first, after a shebang at most', () => {
    const project = madeUpProject({
      'a.ts': `// ${licence}\n`,
      'b.mjs': `#!/usr/bin/env node\n// ${licence}\n`,
      '.ci/run': `#!/bin/sh\n# ${licence}\n`,
      'c.md': 'prose\n',
      'd.ts': `\n// ${licence}\n`,
      'e.cjs': 'module.exports = 1;\n',
    });
    expect(checkSourceFiles(project).map(({ file }) => file)).toEqual(['d.ts', 'e.cjs']);
  });

  test('wants no file of a package over 400 lines', () => {
    const lines = (count: number) => `// ${licence}\n${'x\n'.repeat(count - 1)}`;
    const project = madeUpProject({
      'packages/core/src/short.ts': lines(400),
      'packages/core/src/long.ts': lines(401),
      'packages/console/src/page.html': lines(402),
      'packages/core/test/long.test.ts': lines(500),
    });
    expect(checkSourceFiles(project).map(({ file, message }) => `${file} ${message}`)).toEqual([
      'packages/core/src/long.ts 401 lines, over 400: split it',
      'packages/console/src/page.html 402 lines, over 400: split it',
    ]);
  });
});

test('checkPackageReadmes wants one in every package', () => {
  const project = madeUpProject({
    'packages/a/package.json': '{}',
    'packages/a/README.md': '',
    'packages/b/package.json': '{}',
    'packages/b/docs/README.md': '',
  });
  expect(checkPackageReadmes(project).map(({ file }) => file)).toEqual(['packages/b/README.md']);
});

describe('checkForbiddenWords', () => {
  const found = (text: string) => checkForbiddenWords(madeUpProject({ 'a.md': text })).map(({ line }) => line);

  test('finds hosts of registries and absolute paths of a machine, by line', () => {
    expect(found(`fine\nsee registry.${'npmjs'}.org\n`)).toEqual([2]);
    for (const folder of ['home', 'root', 'work']) expect(found(`cd "/${folder}/me"`)).toEqual([1]);
  });

  test('leaves other paths alone', () => {
    expect(found('packages/home/src ../home/x <https://example.org/home/> `~/home/` the npm registry')).toEqual([]);
  });
});
