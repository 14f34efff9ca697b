// SPDX-License-Identifier: Apache-2.0
import { describe, test } from '@jest/globals';
import { materialSourceConformance } from '@countersign/core/conformance';
import { npmHarness } from './npm-bench.js';

describe('NpmSource', () => {
  materialSourceConformance(npmHarness)(test);
});
