// SPDX-License-Identifier: Apache-2.0
import type { SafeDetails } from '@countersign/core';
import { CliError } from './cli-error.js';
import { CLI_ERRORS } from './cli-errors.js';
import { exitCodeOfError, type ExitCode } from './exit-codes.js';

/** What is told of a failure: never a path, a stack or the text of a foreign error. */
export interface Failure {
  readonly schema: 'countersign/error/v1';
  readonly code: string;
  readonly meaning: string;
  readonly remedy: string;
  readonly retryable: boolean;
  readonly details: SafeDetails;
}

/** Whatever was thrown, as a failure with a code; what has none is `internal`, or `interrupted` behind the signal. */
export async function failureOf(thrown: unknown, signal: AbortSignal): Promise<Failure> {
  if (thrown instanceof CliError) return failureOfCli(thrown);
  // Imported here, since a mistyped option needs none of it.
  const { ERROR_CATALOG, toCountersignError } = await import('@countersign/core');
  const { code, details } = toCountersignError(thrown);
  if (signal.aborted && (code === 'aborted' || code === 'internal')) return failureOfCli(new CliError('interrupted'));
  return { schema: 'countersign/error/v1', code, ...ERROR_CATALOG[code], details };
}

function failureOfCli({ code, details }: CliError): Failure {
  return { schema: 'countersign/error/v1', code, ...CLI_ERRORS[code], details };
}

export function exitCodeOfFailure({ code }: Failure): ExitCode {
  return exitCodeOfError(code);
}
