// SPDX-License-Identifier: Apache-2.0
import { describe, test } from '@jest/globals';
import { materialSourceConformance } from '@countersign/core/conformance';
import { archiveHarness, directoryHarness } from './local-source-benches.js';

describe('DirectorySource', () => {
  materialSourceConformance(directoryHarness)(test);
});

describe('ArchiveSource', () => {
  materialSourceConformance(archiveHarness)(test);
});
