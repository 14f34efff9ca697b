// SPDX-License-Identifier: Apache-2.0

/** The runner's `test` function: jest, vitest and node:test all fit. */
export type TestFunction = (name: string, run: () => Promise<void>) => void;

/** A conformance kit bound to an adapter: calling it registers its cases. */
export type ConformanceKit = (test: TestFunction) => void;

export interface CaseResult {
  readonly name: string;
  readonly error: unknown;
}

/**
 * Runs a kit outside any test runner and tells which cases failed. It is how the kits themselves are tested: a broken
 * adapter must fail the cases that name its fault.
 */
export async function failedCases(kit: ConformanceKit): Promise<readonly CaseResult[]> {
  const cases: { name: string; run: () => Promise<void> }[] = [];
  kit((name, run) => cases.push({ name, run }));
  const failed: CaseResult[] = [];
  for (const { name, run } of cases) {
    try {
      await run();
    } catch (error) {
      failed.push({ name, error });
    }
  }
  return failed;
}
