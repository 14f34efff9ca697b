// SPDX-License-Identifier: Apache-2.0
import { isCountersignError } from '@countersign/core';

/** The code and reason of a refusal, or what else came of it. */
export async function outcomeOf(run: () => unknown): Promise<unknown> {
  try {
    await run();
    return 'accepted';
  } catch (error) {
    if (!isCountersignError(error)) return error;
    const { reason } = error.details;
    return reason === undefined ? error.code : `${error.code}: ${String(reason)}`;
  }
}
