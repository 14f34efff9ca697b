// SPDX-License-Identifier: Apache-2.0
import type { Readable } from 'node:stream';
import { VerifierRegistry, verifyExport, type AuditReport, type VerifyOptions } from '@countersign/core';
import { Ed25519Verifier } from '@countersign/verifier-ed25519';
import { CliError } from './cli-error.js';
import { trustedKey, type Approver } from './home/approvers.js';
import { openRegular } from './read-input.js';

/**
 * Verifies an export with nothing but public keys: no journal, no network, nothing written. A checkpoint must be of the
 * installation that the export is of.
 * @throws `file-unreadable`, and as `verifyExport` of core
 */
export async function verifyExportFile(
  path: string,
  trusted: readonly Approver[],
  options: VerifyOptions,
): Promise<AuditReport> {
  const verifiers = new VerifierRegistry([new Ed25519Verifier({ keys: trusted.map(trustedKey) })]);
  return await verifyExport(await openExport(path), { ...options, verifiers });
}

async function openExport(path: string): Promise<Readable> {
  return await openRegular(path).catch((cause: unknown) => {
    throw new CliError('file-unreadable', { details: { argument: 'file' }, cause });
  });
}
