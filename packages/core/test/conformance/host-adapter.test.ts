// SPDX-License-Identifier: Apache-2.0
import { describe, jest, test } from '@jest/globals';
import { hostAdapterConformance } from '@countersign/core/conformance';
import { directoryHost, harnessFor } from './host-adapter-harness.js';

// One case waits two seconds for file times to become trustworthy.
jest.setTimeout(30_000);

describe('DirectoryHost passes every case', () => {
  hostAdapterConformance(harnessFor(directoryHost))(test);
});
