// SPDX-License-Identifier: Apache-2.0
import { withFileErrors } from '../durable-files/index.js';
import { CountersignError, isCountersignError, type ErrorCode } from '../errors/index.js';

/**
 * Does file work inside a workspace. What the file system refuses becomes `storage-full`, or else `code`, with the name of
 * the answer (such as `EXDEV`) in the details: a workspace is not ours, so the advice for our own state folder would mislead.
 */
export async function withFileErrorsAs<Result>(code: ErrorCode, work: () => Promise<Result>): Promise<Result> {
  try {
    return await withFileErrors(work);
  } catch (thrown) {
    if (!isCountersignError(thrown) || thrown.code === 'storage-full') throw thrown;
    const { errno } = thrown.details;
    if (errno === undefined) throw thrown;
    throw new CountersignError(code, { details: { errno }, cause: thrown.cause });
  }
}
