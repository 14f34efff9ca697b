// SPDX-License-Identifier: Apache-2.0
import { test } from '@jest/globals';
import { requiredBackends, whyNotHere, type BackendName } from './backend-probes.mjs';

/** Fits jest's `test` as well as the conformance kits. */
export type BackendTest = (name: string, run: () => Promise<void> | void, timeoutMs?: number) => void;

/**
 * `test` for what needs a backend: `backend('terminal')('asks before it signs', ...)`. Where the backend is missing the
 * test is not run and the summary says so by name; where COUNTERSIGN_REQUIRE names it, the test fails instead.
 */
export function backend(backendName: BackendName): BackendTest {
  const reason = whyNotHere(backendName);
  const titled = (name: string) => `${name} [needs ${backendName}]`;
  if (reason === undefined) return (name, run, timeoutMs) => test(titled(name), run, timeoutMs);
  if (!requiredBackends().includes(backendName)) return (name, run) => test.skip(titled(name), run);
  return (name) =>
    test(titled(name), () => {
      throw new Error(`COUNTERSIGN_REQUIRE names ${backendName}: ${reason}`);
    });
}
