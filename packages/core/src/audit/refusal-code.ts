// SPDX-License-Identifier: Apache-2.0
import { toCountersignError, type ErrorCode } from '../errors/index.js';

/**
 * The code with which a signature was refused. Somebody who could not answer has refused nothing, so an outage is no
 * evidence against a record.
 * @throws the error itself where it is an outage
 */
export function refusalCode(thrown: unknown): ErrorCode {
  const { code, retryable } = toCountersignError(thrown);
  if (retryable || code === 'internal' || code === 'closed') throw thrown;
  return code;
}
