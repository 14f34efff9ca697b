// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import { ESLint } from 'eslint';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { CORE_ENTRY, CORE_KITS, CORE_LAYERS, layering } from '../../eslint/layering.js';

const root = path.resolve(import.meta.dirname, '../..');
const eslint = new ESLint({ cwd: root, overrideConfigFile: true, overrideConfig: layering });

/** The rules that a file of that name and content breaks. The file need not exist; what it imports must. */
async function brokenRules(filePath: string, code: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(code, { filePath: path.join(root, filePath) });
  return result?.messages.map(({ ruleId, message }) => ruleId ?? message) ?? ['not linted'];
}

describe('layers of core', () => {
  const imported = {
    journal: "import type { EngineStore } from '../journal/engine-store.js';\nexport type Store = EngineStore;\n",
    exposure: "import type { HostAdapter } from '../exposure/host-adapter.js';\nexport type Host = HostAdapter;\n",
    testing: "import { ManualClock } from '../testing/index.js';\nexport const clock = new ManualClock();\n",
    entry: "import { systemClock } from '../index.js';\nexport const clock = systemClock;\n",
  };

  test.each([
    ['errors', 'journal'],
    ['material', 'exposure'],
    ['workspace', 'exposure'],
    ['consent', 'testing'],
    ['composition', 'testing'],
    ['consent', 'entry'],
    ['conformance', 'entry'],
  ] as const)('%s does not import %s', async (layer, from) => {
    expect(await brokenRules(`packages/core/src/${layer}/made-up.ts`, imported[from])).toEqual([
      'import-x/no-restricted-paths',
    ]);
  });

  test.each([
    ['journal', 'journal'],
    ['material', 'journal'],
    ['consent', 'exposure'],
    ['composition', 'exposure'],
    ['conformance', 'exposure'],
    ['testing', 'testing'],
  ] as const)('%s may import %s', async (layer, from) => {
    expect(await brokenRules(`packages/core/src/${layer}/made-up.ts`, imported[from])).toEqual([]);
  });

  test('a file of the second row does not import a folder of the third', async () => {
    const code = imported.journal.replace('../', './');
    expect(await brokenRules('packages/core/src/digest.ts', code)).toEqual(['import-x/no-restricted-paths']);
  });

  test('the entry point does not export kits', async () => {
    const code = "export { ManualClock } from './testing/index.js';\n";
    expect(await brokenRules('packages/core/src/index.ts', code)).toEqual(['import-x/no-restricted-paths']);
  });

  test('every file and folder of core has its place', async () => {
    const placed = [...CORE_LAYERS.flat(), ...CORE_KITS, ...CORE_ENTRY];
    const present = await readdir(path.join(root, 'packages/core/src'));
    expect(present.filter((name) => !placed.includes(name))).toEqual([]);
  });
});

describe('borders between packages', () => {
  const use = (specifier: string) => `import { it } from '${specifier}';\nexport const used = it;\n`;

  test.each([
    ['the container outside composition', 'packages/core/src/consent/made-up.ts', 'tsyringe'],
    ['the container in an adapter', 'packages/store-sqlite/src/made-up.ts', 'tsyringe'],
    ['the container in a test', 'packages/core/test/made-up.test.ts', 'tsyringe'],
    ['a file that a package does not export', 'packages/cli/src/made-up.ts', '@countersign/core/dist/digest.js'],
    ['such a file from an example', 'examples/made-up/main.ts', '@countersign/core/dist/digest.js'],
    ['a kit in product code', 'packages/store-sqlite/src/made-up.ts', '@countersign/core/conformance'],
    ['a test double in product code', 'packages/cli/src/made-up.ts', '@countersign/core/testing'],
    ['a sibling in an adapter', 'packages/verifier-hmac/src/made-up.ts', '@countersign/store-sqlite'],
    ['its own name in core', 'packages/core/src/consent/made-up.ts', '@countersign/core'],
  ])('refuses %s', async (_, file, specifier) => {
    expect(await brokenRules(file, use(specifier))).toContain('no-restricted-imports');
  });

  test.each([
    ['the container in composition', 'packages/core/src/composition/made-up.ts', 'tsyringe'],
    ['core in an adapter', 'packages/store-sqlite/src/made-up.ts', '@countersign/core'],
    ['adapters in the command line', 'packages/cli/src/made-up.ts', '@countersign/store-sqlite'],
    ['a kit in a test', 'packages/store-sqlite/test/made-up.test.ts', '@countersign/core/conformance'],
    ['a package by name in an example', 'examples/made-up/main.ts', '@countersign/core'],
  ])('allows %s', async (_, file, specifier) => {
    expect(await brokenRules(file, use(specifier))).toEqual([]);
  });

  test.each([
    ['packages/store-sqlite/src/made-up.ts', '../../core/src/digest.js'],
    ['packages/store-sqlite/test/made-up.test.ts', '../../core/src/digest.js'],
    ['examples/made-up/main.ts', '../../packages/core/src/digest.js'],
  ])('refuses another package by relative path in %s', async (file, specifier) => {
    expect(await brokenRules(file, use(specifier))).toEqual(['import-x/no-relative-packages']);
  });

  test('refuses a dependency that the package does not declare', async () => {
    expect(await brokenRules('packages/verifier-hmac/src/made-up.ts', use('zod'))).toEqual([
      'import-x/no-extraneous-dependencies',
    ]);
  });
});

describe('shape of a module', () => {
  test('refuses a cycle', async () => {
    const code = "import { parseDigest } from './ids.js';\nexport const CountersignError = parseDigest;\n";
    expect(await brokenRules('packages/core/src/errors/countersign-error.ts', code.replace('./', '../'))).toContain(
      'import-x/no-cycle',
    );
  });

  test('refuses a wildcard re-export', async () => {
    const code = "export * from './digest.js';\n";
    expect(await brokenRules('packages/core/src/index.ts', code)).toEqual(['no-restricted-syntax']);
  });

  test('refuses a default export', async () => {
    expect(await brokenRules('packages/cli/src/made-up.ts', 'export default 1;\n')).toEqual([
      'import-x/no-default-export',
    ]);
  });
});
