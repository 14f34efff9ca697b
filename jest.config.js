// SPDX-License-Identifier: Apache-2.0
/** @type {import('jest').Config} */
export default {
  testEnvironment: '<rootDir>/test-support/jest-environment.cjs',
  roots: ['<rootDir>/packages', '<rootDir>/examples', '<rootDir>/scripts'],
  testMatch: ['**/test/**/*.test.ts'],
  modulePathIgnorePatterns: ['/dist/'],
  extensionsToTreatAsEsm: ['.ts'],
  setupFiles: ['reflect-metadata'],
  moduleNameMapper: {
    // NodeNext spelling: './x.js' in a TypeScript source is './x.ts'; relative imports only.
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // Workspace packages are tested from their sources.
    '^@countersign/core/(conformance|testing)$': '<rootDir>/packages/core/src/$1/index.ts',
    '^@countersign/([^/]+)$': '<rootDir>/packages/$1/src/index.ts',
  },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: true },
          keepClassNames: true,
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  transformIgnorePatterns: ['/node_modules/'],
};
