// SPDX-License-Identifier: Apache-2.0
import { expect, test } from '@jest/globals';
import { checkReferences, checkRelease, checkUnused, checkVersions, readWorkspaces } from '../checks/manifests.mjs';
import { madeUpProject } from './made-up-project.js';

const core = { version: '1.0.0', dependencies: { zod: '4.6.7' } };
const adapter = { version: '1.0.0', dependencies: { '@countersign/core': '1.0.0', zod: '4.6.7' } };

/** Two packages that break no rule, but for what is given. */
function findings(changes: { core?: object; adapter?: object; files?: Record<string, string> }): string[] {
  const pretty = (value: object) => JSON.stringify(value, undefined, 2);
  const project = madeUpProject({
    'package.json': '{}',
    'lerna.json': '{ "version": "1.0.0" }',
    'tsconfig.json': '{ "references": [{ "path": "packages/core" }, { "path": "packages/adapter" }] }',
    'packages/core/package.json': pretty(changes.core ?? core),
    'packages/core/tsconfig.json': '{}',
    'packages/core/src/index.ts': "import { z } from 'zod';\n",
    'packages/adapter/package.json': pretty(changes.adapter ?? adapter),
    'packages/adapter/tsconfig.json': '{ "references": [{ "path": "../core" }] }',
    'packages/adapter/src/index.ts': "import '@countersign/core';\nconst { z } = await import('zod/mini');\n",
    ...changes.files,
  });
  const workspaces = readWorkspaces(project);
  return [
    ...checkVersions(workspaces),
    ...checkRelease(project, workspaces),
    ...checkUnused(project, workspaces),
    ...checkReferences(project, workspaces),
  ].map(({ file, line, message }) => `${file}:${line}: ${message}`);
}

test('accepts packages that agree', () => {
  expect(findings({})).toEqual([]);
});

test('refuses ranges, and two versions of one dependency', () => {
  expect(findings({ core: { ...core, dependencies: { zod: '^4.6.7' } } })).toEqual([
    'packages/core/package.json:4: zod ^4.6.7 is not an exact version',
  ]);
  expect(findings({ core: { ...core, devDependencies: { zod: '4.6.6' } } })).toContain(
    'packages/adapter/package.json:5: zod is 4.6.7 here and 4.6.6 in packages/core/package.json',
  );
});

test('refuses a package that is not of this release', () => {
  expect(findings({ core: { ...core, version: '0.9.0' } })).toEqual([
    'packages/core/package.json:2: the version is not 1.0.0, as lerna.json says',
  ]);
  const dependencies = { ...adapter.dependencies, '@countersign/core': '0.9.0' };
  expect(findings({ adapter: { ...adapter, dependencies } })).toEqual([
    'packages/adapter/package.json:4: @countersign/core is not asked for at 1.0.0',
  ]);
});

test('refuses a dependency that is never imported', () => {
  const dependencies = { ...core.dependencies, tar: '7.5.23' };
  expect(findings({ core: { ...core, dependencies } })).toEqual([
    'packages/core/package.json:5: tar is never imported',
  ]);
});

test('refuses a missing reference, of a package and of the root', () => {
  const files = {
    'tsconfig.json': '{ "references": [{ "path": "packages/core" }] }',
    'packages/adapter/tsconfig.json': '{}',
  };
  expect(findings({ files })).toEqual([
    'packages/adapter/tsconfig.json:1: does not refer to packages/core',
    'tsconfig.json:1: does not refer to packages/adapter',
  ]);
});
