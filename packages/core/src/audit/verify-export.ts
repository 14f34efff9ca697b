// SPDX-License-Identifier: Apache-2.0
import type { Readable } from 'node:stream';
import type { VerifierRegistry } from '../consent/verifier-registry.js';
import { CountersignError } from '../errors/index.js';
import type { Checkpoint } from '../journal/checkpoint.js';
import { audit, type AuditReport } from './audit.js';
import { importRecords } from './journal-export.js';
import { requireSignedCheckpoint } from './require-signed-checkpoint.js';

export interface VerifyOptions {
  /** A checkpoint that somebody signed earlier for the same installation; its signature is checked first. */
  readonly checkpoint?: Checkpoint;
  readonly signal?: AbortSignal;
}

export interface VerifyExportOptions extends VerifyOptions {
  readonly verifiers: VerifierRegistry;
  /** Refuses an export of another installation. Without it the report tells which one the export is of. */
  readonly audience?: string;
}

/**
 * Every record and signature of an export, with nothing but what verifies signatures: no store, no network, no state. Reads
 * the stream to its end, or closes it.
 * @throws `export-invalid`, `export-unreadable`, `json-*`, `shape-invalid`, `audience-differs`,
 *   `checkpoint-signature-invalid`, `aborted`, and what a verifier throws that cannot answer
 */
export async function verifyExport(file: Readable, options: VerifyExportOptions): Promise<AuditReport> {
  const { verifiers, checkpoint, signal = new AbortController().signal } = options;
  try {
    const { audience, records } = await importRecords(file, signal);
    if (options.audience !== undefined && options.audience !== audience) throw new CountersignError('audience-differs');
    if (checkpoint !== undefined) await requireSignedCheckpoint(checkpoint, { verifiers, audience, signal });
    return await audit({ records: () => records, storedKeys: undefined, audience, verifiers, checkpoint, signal });
  } finally {
    file.destroy();
  }
}
