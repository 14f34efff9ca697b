// SPDX-License-Identifier: Apache-2.0
import type { SafeDetails } from '@countersign/core';
import { CLI_ERRORS, type CliErrorCode } from './cli-errors.js';

/** The counterpart of `CountersignError` for codes of the command line. Its details hold no path and no secret. */
export class CliError extends Error {
  readonly code: CliErrorCode;
  readonly details: SafeDetails;

  constructor(code: CliErrorCode, options: { readonly details?: SafeDetails; readonly cause?: unknown } = {}) {
    super(CLI_ERRORS[code].meaning, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'CliError';
    this.code = code;
    this.details = Object.freeze({ ...options.details });
  }
}
