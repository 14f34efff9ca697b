// SPDX-License-Identifier: Apache-2.0
import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { layering } from './eslint/layering.js';

export default defineConfig(
  globalIgnores(['**/dist/', '**/coverage/']),
  // A rule that does not fit is changed here, where all can see it, never in the file that breaks it.
  { linterOptions: { noInlineConfig: true } },
  {
    files: ['**/*.{ts,js,mjs,cjs}'],
    extends: [js.configs.recommended, tseslint.configs.recommendedTypeChecked],
    // One program for everything, with @countersign/* read from the sources: linting needs no build.
    languageOptions: { parserOptions: { project: './tsconfig.test.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      'max-lines': ['error', { max: 400, skipBlankLines: false, skipComments: false }],
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'], location: 'anywhere' }],
      eqeqeq: 'error',
      // Refusing control and combining characters is what several files here are for; they write them as escapes.
      'no-control-regex': 'off',
      'no-misleading-character-class': ['error', { allowEscape: true }],
      // The compiler finds undefined names, in scripts too (checkJs).
      'no-undef': 'off',
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/consistent-type-exports': ['error', { fixMixedExportsWithInlineTypeSpecifier: true }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-expressions': ['error', { allowTernary: true, allowShortCircuit: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // A rejection passes on whatever was caught, and that is unknown.
      '@typescript-eslint/prefer-promise-reject-errors': ['error', { allowThrowingUnknown: true }],
      '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/use-unknown-in-catch-callback-variable': 'error',
      // An async function without await is how a port's method turns a refusal into a rejection.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['packages/*/src/**/*.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'error', 'no-console': 'error' },
  },
  { files: ['packages/cli/src/**/*.ts'], rules: { 'no-console': 'off' } },
  // These two do not see the casts of JSDoc; the compiler does.
  {
    files: ['**/*.{js,mjs,cjs}'],
    rules: { '@typescript-eslint/no-unsafe-assignment': 'off', '@typescript-eslint/no-unsafe-return': 'off' },
  },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  {
    files: ['**/*.test.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...['test', 'it', 'describe'].flatMap((object) =>
          ['skip', 'only', 'todo'].map((property) => ({ object, property, message: 'A test runs or is not there.' })),
        ),
      ],
    },
  },
  layering,
  prettier,
);
