// SPDX-License-Identifier: Apache-2.0
import { expect } from '@jest/globals';
import { isCountersignError, type ErrorCode } from '@countersign/core';

/** Expects a refusal with exactly this code. */
export function expectCode(run: () => unknown, code: ErrorCode): void {
  let thrown: unknown;
  try {
    run();
  } catch (error) {
    thrown = error;
  }
  expect(isCountersignError(thrown) ? thrown.code : thrown).toBe(code);
}
