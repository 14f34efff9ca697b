// SPDX-License-Identifier: Apache-2.0
export {
  CountersignError,
  assertNever,
  isCountersignError,
  toCountersignError,
  type CountersignErrorOptions,
  type SafeDetails,
} from './countersign-error.js';
export { ERROR_CATALOG, type ErrorCode, type ErrorEntry } from './error-catalog.js';
