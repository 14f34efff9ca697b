// SPDX-License-Identifier: Apache-2.0
import type { ConformanceKit } from './conformance-test.js';
import { applyCases } from './host-adapter/apply-cases.js';
import { runHostCase, type HostAdapterHarness } from './host-adapter/harness.js';
import { inspectCases } from './host-adapter/inspect-cases.js';
import { revertCases } from './host-adapter/revert-cases.js';

/**
 * The cases that a `HostAdapter` passes to be one. Each gets a host and a workspace of its own. One case waits for two
 * seconds, so that an adapter that trusts file times gets to trust them; no case measures time.
 *
 * ```ts
 * hostAdapterConformance({ open: openMyHost, place: ({ workspace, folder }) => join(workspace.root, '.my/skills', folder) })(test);
 * ```
 */
export function hostAdapterConformance(harness: HostAdapterHarness): ConformanceKit {
  return (test) => {
    for (const hostCase of [...applyCases, ...inspectCases, ...revertCases]) {
      test(hostCase.name, () => runHostCase(harness, hostCase));
    }
  };
}
