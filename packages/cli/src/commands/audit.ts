// SPDX-License-Identifier: Apache-2.0
import { open, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  decodeCheckpoint,
  encodeCheckpoint,
  type AuditFinding,
  type AuditReport,
  type Checkpoint,
} from '@countersign/core';
import { CliError } from '../cli-error.js';
import type { CommandContext, CommandResult } from '../command.js';
import { EXIT } from '../exit-codes.js';
import { readApprovers, type Approver } from '../home/approvers.js';
import { MAX_PUBLIC_KEY_BYTES, readPublicKeyFile } from '../home/public-key-file.js';
import { unlockSigner } from '../home/unlock-signer.js';
import { readInput } from '../read-input.js';
import { clip, count } from '../screen/plain-text.js';
import { withStack } from '../stack.js';
import { verifyExportFile } from '../verify-export.js';

const MAX_CHECKPOINT_BYTES = 16 * 1024;

export interface AuditVerifyOptions {
  /** An export; the journal of this user where none is named. */
  readonly file?: string;
  readonly checkpoint?: string;
  readonly trust?: readonly string[];
}

/** Replays every record and verifies every signature again. */
export async function auditVerify(context: CommandContext, options: AuditVerifyOptions): Promise<CommandResult> {
  const { signal, progress } = context;
  const { file, trust } = options;
  if (file === undefined && trust !== undefined) {
    throw new CliError('usage', { details: { problem: '--trust goes with an export file' } });
  }
  const checkpoint = await readCheckpoint(options.checkpoint, context);
  const limits = { signal, ...(checkpoint === undefined ? {} : { checkpoint }) };
  const report = await progress('Verifying every record', async () => {
    if (file === undefined) return await withStack(context, ({ runtime }) => runtime.audit.verify(limits));
    const approvers = trust === undefined ? await readApprovers(context.home) : await readTrusted(trust, context);
    return await verifyExportFile(resolve(context.cwd, file), approvers, limits);
  });
  return {
    document: { schema: 'countersign/audit-verify/v1', ...report, checkpoint: checkpoint?.size ?? null },
    text: describe(report, checkpoint),
    exitCode: report.finding === null ? EXIT.done : EXIT.found,
  };
}

async function readCheckpoint(path: string | undefined, context: CommandContext): Promise<Checkpoint | undefined> {
  if (path === undefined) return undefined;
  const bytes = await readInput({ argument: '--checkpoint', path, maxBytes: MAX_CHECKPOINT_BYTES }, context);
  return decodeCheckpoint(bytes.toString('utf8').trimEnd());
}

async function readTrusted(paths: readonly string[], context: CommandContext): Promise<readonly Approver[]> {
  const texts = paths.map((path) => readInput({ argument: '--trust', path, maxBytes: MAX_PUBLIC_KEY_BYTES }, context));
  return (await Promise.all(texts)).map((text) => readPublicKeyFile(text.toString('utf8'), undefined));
}

function describe(
  { finding, audience, records, streams, proofs, root }: AuditReport,
  checkpoint: Checkpoint | undefined,
): string {
  const read = `${count(records, 'record')} in ${count(streams, 'stream')}, ${count(proofs, 'signature')} verified again`;
  if (finding !== null) return `Does not verify: ${describeFinding(finding)}\nRead before it: ${read}.`;
  const signed =
    checkpoint === undefined ? '' : `\nIt contains what ${checkpoint.principal} signed at ${checkpoint.at}.`;
  return `Verifies: ${read}.\nJournal of ${clip(audience, 120)}\nRoot ${root}${signed}`;
}

function describeFinding(finding: AuditFinding): string {
  switch (finding.kind) {
    case 'unreadable':
      return finding.position === null ? 'a record cannot be read' : `record ${finding.position} cannot be read`;
    case 'record':
    case 'event':
      return `record ${finding.position} (${clip(finding.stream, 120)}, revision ${finding.revision}): ${finding.fault}`;
    case 'consent':
      return `record ${finding.position} (${clip(finding.stream, 120)}, revision ${finding.revision}): ${finding.code}`;
    case 'key':
      return `the key ${clip(finding.key, 120)} does not follow from the records`;
    case 'truncated':
      return `${finding.records} records are left of ${finding.signed} that were signed for`;
    case 'rewritten':
      return `the first ${finding.signed} records are not the ones that were signed for`;
  }
}

export interface AuditExportOptions {
  readonly out?: string;
  readonly json?: boolean;
}

/** A self-contained copy of the journal, one record a line. */
export async function auditExport(context: CommandContext, { out, json }: AuditExportOptions): Promise<CommandResult> {
  if (out === undefined && json === true) {
    throw new CliError('usage', {
      details: { problem: '--json needs --out, since the export itself is no JSON document' },
    });
  }
  const lines = await withStack(context, async ({ runtime }) => {
    const source = abortable(runtime.audit.exportLines(), context.signal);
    return out === undefined
      ? await writeLines(source, context.write)
      : await writeNewFile(resolve(context.cwd, out), source);
  });
  // A head and an end stand around the records.
  const records = lines - 2;
  return {
    document: { schema: 'countersign/audit-export/v1', records },
    text: out === undefined ? undefined : `Exported ${count(records, 'record')}.`,
    exitCode: EXIT.done,
  };
}

export interface AuditCheckpointOptions {
  readonly key?: string;
  readonly out: string;
}

/** Signs what the journal contains now. Kept elsewhere, it shows later that nothing was cut off. */
export async function auditCheckpoint(
  context: CommandContext,
  { key, out }: AuditCheckpointOptions,
): Promise<CommandResult> {
  return await withStack(context, async ({ runtime, approvers }) => {
    const signer = await unlockSigner(context, approvers, key);
    const checkpoint = await context.progress('Verifying every record', () => runtime.audit.checkpoint(signer));
    await writeNewFile(resolve(context.cwd, out), [encodeCheckpoint(checkpoint)]);
    const { size, root, principal, at } = checkpoint;
    return {
      document: { schema: 'countersign/audit-checkpoint/v1', size, root, principal, at },
      text: `${principal} signed for ${count(size, 'record')}, root ${root}.\nKeep the file where this machine cannot change it.`,
      exitCode: EXIT.done,
    };
  });
}

async function* abortable(lines: AsyncIterable<string>, signal: AbortSignal): AsyncGenerator<string> {
  for await (const line of lines) {
    if (signal.aborted) throw new CliError('interrupted');
    yield line;
  }
}

async function writeLines(lines: AsyncIterable<string>, write: (text: string) => Promise<void>): Promise<number> {
  let written = 0;
  for await (const line of lines) {
    await write(`${line}\n`);
    written += 1;
  }
  return written;
}

/** Never over a file that exists; on an error nothing is left. @throws `file-unwritable` */
async function writeNewFile(path: string, lines: AsyncIterable<string> | readonly string[]): Promise<number> {
  const file = await open(path, 'wx', 0o600).catch((cause: unknown) => {
    throw new CliError('file-unwritable', { details: { argument: '--out' }, cause });
  });
  try {
    let written = 0;
    for await (const line of lines) {
      await file.write(`${line}\n`);
      written += 1;
    }
    await file.sync();
    return written;
  } catch (thrown) {
    await rm(path, { force: true });
    throw thrown;
  } finally {
    await file.close();
  }
}
