// SPDX-License-Identifier: Apache-2.0
export { CLI_ERRORS, type CliErrorCode } from './cli-errors.js';
export { EXIT, type ExitCode } from './exit-codes.js';
