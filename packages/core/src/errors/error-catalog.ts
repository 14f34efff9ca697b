// SPDX-License-Identifier: Apache-2.0
import { CONSENT_ERRORS } from './consent-errors.js';
import { FORMAT_ERRORS } from './format-errors.js';
import { INSTALL_ERRORS } from './install-errors.js';
import { JOURNAL_ERRORS } from './journal-errors.js';
import { MATERIAL_ERRORS } from './material-errors.js';

/** What docs/errors.md says of one code. */
export interface ErrorEntry {
  /** What happened, in one sentence for the person who sees it. */
  readonly meaning: string;
  /** Whether the same call may succeed later with nothing changed by the caller. */
  readonly retryable: boolean;
  /** What the person or the caller should do. */
  readonly remedy: string;
}

/** Every code that Countersign's packages throw, by domain. docs/errors.md is checked against it. */
export const ERROR_CATALOG = {
  ...FORMAT_ERRORS,
  ...JOURNAL_ERRORS,
  ...CONSENT_ERRORS,
  ...MATERIAL_ERRORS,
  ...INSTALL_ERRORS,
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERROR_CATALOG;
