// SPDX-License-Identifier: Apache-2.0
import { availableParallelism } from 'node:os';

/** @type {import('jest').Config} */
export default {
  testEnvironment: '<rootDir>/test-support/jest-environment.cjs',
  globalSetup: '<rootDir>/test-support/global-setup.mjs',
  globalTeardown: '<rootDir>/test-support/global-teardown.mjs',
  reporters: ['default', '<rootDir>/test-support/not-run-reporter.mjs'],
  roots: [
    '<rootDir>/packages',
    '<rootDir>/examples',
    '<rootDir>/scripts',
    '<rootDir>/test-support',
    '<rootDir>/acceptance',
  ],
  testMatch: ['**/test/**/*.test.ts'],
  // Crash tests start real processes and wait for them; a busy machine is no failure.
  testTimeout: 60_000,
  // Three at least, since such tests mostly wait for processes.
  maxWorkers: Math.max(3, Math.floor(availableParallelism() / 2)),
  modulePathIgnorePatterns: ['/dist/'],
  extensionsToTreatAsEsm: ['.ts'],
  setupFiles: ['reflect-metadata'],
  moduleNameMapper: {
    // NodeNext spelling: './x.js' in a TypeScript source is './x.ts'; relative imports only.
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^#test-support/(.*)\\.js$': '<rootDir>/test-support/$1',
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
