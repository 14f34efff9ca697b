// SPDX-License-Identifier: Apache-2.0
// Which file may import which. None of it needs type information, so tests can lint a made-up file against it.
import path from 'node:path';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

/**
 * packages/core/src from the ground up: a file imports from its own row and from the rows above it. Every file and folder
 * there has a row, or stands in one of the two lists below.
 */
export const CORE_LAYERS = [
  ['errors'],
  [
    'canonical-json.ts',
    'clock.ts',
    'deep-freeze.ts',
    'digest.ts',
    'fault-points.ts',
    'ids.ts',
    'instant.ts',
    'randomness.ts',
  ],
  ['durable-files', 'telemetry'],
  ['journal'],
  ['material'],
  ['skill-store', 'catalog'],
  ['workspace'],
  ['exposure'],
  ['policy', 'consent'],
  ['reconcile', 'audit'],
  ['composition'],
];
/** For tests and adapters: they import any row but composition, and no product code imports them. */
export const CORE_KITS = ['conformance', 'testing'];
/** What other packages see: it imports any row, and nothing inside core imports it. */
export const CORE_ENTRY = ['index.ts'];

const inCore = (/** @type {readonly string[]} */ names) => names.map((name) => `packages/core/src/${name}`);

const coreZones = [
  ...CORE_LAYERS.map((row, index) => ({
    target: inCore(row),
    from: inCore([...CORE_LAYERS.slice(index + 1).flat(), ...CORE_KITS, ...CORE_ENTRY]),
    message: `${row.join(', ')} must not import from a later layer (CORE_LAYERS in eslint/layering.js).`,
  })),
  {
    target: inCore(CORE_KITS),
    from: inCore(['composition', ...CORE_ENTRY]),
    message: 'Kits test the parts, not the composition.',
  },
  { target: inCore(CORE_ENTRY), from: inCore(CORE_KITS), message: 'Kits have entry points of their own.' },
];

const TSYRINGE = { regex: '^tsyringe$', message: 'Only packages/core/src/composition knows the container.' };
const DEEP_IMPORT = {
  regex: '^@countersign/[^/]+/(?!(conformance|testing)$)',
  message: 'Import a package by its name; what it does not export is its own business.',
};
const KIT = {
  regex: '^@countersign/core/(conformance|testing)$',
  message: 'Kits and test doubles are for tests, never for product code.',
};
const SIBLING = {
  regex: '^@countersign/(?!core(/|$))',
  message: 'An adapter imports @countersign/core and no sibling.',
};
const OWN_NAME = {
  regex: '^@countersign/',
  message: 'Core imports its own files by relative path and no other package.',
};

/**
 * ESLint keeps only the last options that match a file, so each scope states its whole list; later scopes win.
 * @param {string} scope a glob of source files
 * @param {readonly { readonly regex: string, readonly message: string }[]} patterns
 * @returns {import('eslint').Linter.Config}
 */
const forbid = (scope, patterns) => ({
  files: [scope],
  rules: { 'no-restricted-imports': ['error', { patterns }] },
});

const SOURCES = '**/*.{ts,js,mjs,cjs}';

/** @type {import('eslint').Linter.Config[]} */
export const layering = [
  {
    files: [SOURCES],
    languageOptions: { parser: tseslint.parser },
    plugins: { 'import-x': importX },
    settings: {
      'import-x/extensions': ['.ts', '.js', '.mjs', '.cjs'],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts'] },
      // NodeNext spelling: './x.js' in a TypeScript source is './x.ts'.
      'import-x/resolver-next': [
        createNodeResolver({ extensions: ['.ts', '.js', '.mjs', '.cjs'], extensionAlias: { '.js': ['.ts', '.js'] } }),
      ],
    },
    rules: {
      'import-x/no-cycle': 'error',
      'import-x/no-relative-packages': 'error',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportAllDeclaration', message: 'Export by name: a reader must see what is public.' },
      ],
    },
  },
  {
    files: ['packages/*/src/**/*.ts'],
    rules: {
      'import-x/no-default-export': 'error',
      'import-x/no-extraneous-dependencies': ['error', { devDependencies: false, includeTypes: true }],
    },
  },
  {
    files: ['packages/core/src/**/*.ts'],
    rules: {
      'import-x/no-restricted-paths': ['error', { basePath: path.dirname(import.meta.dirname), zones: coreZones }],
    },
  },
  forbid(SOURCES, [DEEP_IMPORT, TSYRINGE]),
  forbid('packages/*/src/**/*.ts', [DEEP_IMPORT, TSYRINGE, KIT, SIBLING]),
  forbid('packages/cli/src/**/*.ts', [DEEP_IMPORT, TSYRINGE, KIT]),
  forbid('packages/core/src/**/*.ts', [TSYRINGE, OWN_NAME]),
  forbid('packages/core/src/composition/**/*.ts', [OWN_NAME]),
];
