// SPDX-License-Identifier: Apache-2.0
import type { ReconcileStatus } from '@countersign/core';

/** What the shell is told. Documented in docs/cli.md. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  consentRequired: 3,
  denied: 4,
  found: 5,
  terminalRequired: 6,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export function exitCodeOfStatus(status: ReconcileStatus): ExitCode {
  switch (status) {
    case 'available':
    case 'abstained':
      return EXIT.done;
    case 'consent-required':
      return EXIT.consentRequired;
    case 'denied':
      return EXIT.denied;
    case 'failed':
      return EXIT.failed;
  }
}

export function exitCodeOfError(code: string): ExitCode {
  switch (code) {
    case 'usage':
    case 'several-skills':
      return EXIT.usage;
    case 'terminal-required':
      return EXIT.terminalRequired;
    case 'interrupted':
      return EXIT.interrupted;
    default:
      return EXIT.failed;
  }
}
