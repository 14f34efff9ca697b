// SPDX-License-Identifier: Apache-2.0
import type { Readable } from 'node:stream';
import {
  compose,
  emptyCatalog,
  fileSystem,
  fixedCatalog,
  memoryStore,
  parseJson,
  type AuditReport,
  type VerifyOptions,
} from '@countersign/core';
import { ed25519Verifier } from '@countersign/verifier-ed25519';
import { z } from 'zod';
import { CliError } from './cli-error.js';
import { trustedKey, type Approver } from './home/approvers.js';
import { openRegular } from './read-input.js';

/** Stands for the audience of a file that does not name one; the audit then refuses the file. */
const UNNAMED = 'unnamed';
const MAX_HEAD_BYTES = 4096;
const headShape = z.object({ audience: z.string().min(1) });

/**
 * Verifies an export with nothing but public keys: no journal, no network, nothing written. A checkpoint must be of the
 * installation that the export is of.
 * @throws `file-unreadable`, `export-invalid`, `checkpoint-signature-invalid`, `assertion-wrong-audience`
 */
export async function verifyExport(
  path: string,
  trusted: readonly Approver[],
  options: VerifyOptions,
): Promise<AuditReport> {
  const runtime = compose({
    plugins: [
      memoryStore(),
      // Composing opens nothing, and an audit of an export asks neither of these two.
      fileSystem({ stateFolder: path }),
      fixedCatalog(emptyCatalog),
      ...(trusted.length === 0 ? [] : [ed25519Verifier({ keys: trusted.map(trustedKey) })]),
    ],
    config: { audience: await audienceOf(path) },
  });
  const file = await openExport(path);
  try {
    return await runtime.audit.verifyExport(file, options);
  } finally {
    // Where the checkpoint is refused, nobody has read from it.
    file.destroy();
    await runtime.close();
  }
}

async function openExport(path: string): Promise<Readable> {
  return await openRegular(path).catch((cause: unknown) => {
    throw new CliError('file-unreadable', { details: { argument: 'file' }, cause });
  });
}

/** From the head, which is the first line. */
async function audienceOf(path: string): Promise<string> {
  const [line = ''] = (await firstText(await openExport(path))).split('\n', 1);
  try {
    return headShape.safeParse(parseJson(line, MAX_HEAD_BYTES)).data?.audience ?? UNNAMED;
  } catch {
    return UNNAMED;
  }
}

async function firstText(file: Readable): Promise<string> {
  for await (const chunk of file) return (chunk as Buffer).subarray(0, MAX_HEAD_BYTES).toString('utf8');
  return '';
}
