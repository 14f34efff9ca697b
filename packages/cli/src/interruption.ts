// SPDX-License-Identifier: Apache-2.0
import { EXIT, type ExitCode } from './exit-codes.js';

const EXIT_CODES = { SIGINT: EXIT.interrupted, SIGTERM: EXIT.terminated } as const;
type Stop = keyof typeof EXIT_CODES;

/** The part of `process` that is used here. */
export interface SignalledProcess {
  on(signal: Stop, listener: () => void): unknown;
  exit(code: number): void;
}

export interface Interruption {
  /** Ends waiting and fetching. A commit that was begun is completed. */
  readonly signal: AbortSignal;
  /** What to exit with, undefined while nobody asked to stop. */
  exitCode(): ExitCode | undefined;
}

/** The first Ctrl-C or SIGTERM asks the command to stop; a second one of either ends the process at once. */
export function watchInterruption(target: SignalledProcess): Interruption {
  const controller = new AbortController();
  let first: Stop | undefined;
  const stop = (by: Stop) => () => {
    if (first !== undefined) target.exit(EXIT_CODES[by]);
    first ??= by;
    controller.abort();
  };
  target.on('SIGINT', stop('SIGINT'));
  target.on('SIGTERM', stop('SIGTERM'));
  return { signal: controller.signal, exitCode: () => (first === undefined ? undefined : EXIT_CODES[first]) };
}
