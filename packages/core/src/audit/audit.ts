// SPDX-License-Identifier: Apache-2.0
import { isCountersignError } from '../errors/index.js';
import type { JournalRecord, KeyEntry } from '../journal/record.js';
import { requireNotAborted } from '../material/guarded.js';
import type { AuditFinding } from './audit-finding.js';
import { RecordAudit, type AuditCounts, type RecordAuditParts } from './record-audit.js';

export interface AuditReport extends AuditCounts {
  readonly finding: AuditFinding | null;
  /** The installation that the records say they are of. */
  readonly audience: string;
}

export interface AuditInput extends RecordAuditParts {
  /** In commit order, from behind a position. */
  readonly records: (after: number) => AsyncIterable<JournalRecord>;
  /** What the store says is taken, read after the records; undefined for an export, which has no store beside it. */
  readonly storedKeys: AsyncIterable<KeyEntry> | undefined;
}

/**
 * Reads every record once, in commit order, and stops at the first that does not verify.
 * @throws what a store or a verifier throws that cannot answer, `aborted`: none of it is evidence
 */
export async function audit(input: AuditInput): Promise<AuditReport> {
  const records = new RecordAudit(input);
  const finding =
    (await readOn(records, input)) ?? records.differsFromCheckpoint() ?? (await checkKeys(records, input));
  return { finding: finding ?? null, audience: input.audience, ...records.counts };
}

async function readOn(audited: RecordAudit, { records, signal }: AuditInput): Promise<AuditFinding | undefined> {
  try {
    for await (const record of records(audited.position)) {
      requireNotAborted(signal);
      const finding = await audited.next(record);
      if (finding !== undefined) return finding;
    }
  } catch (error) {
    if (!isCountersignError(error, 'corrupt')) throw error;
    const position = error.details['position'];
    return { kind: 'unreadable', position: typeof position === 'number' ? position : null };
  }
  requireNotAborted(signal);
  return audited.finish();
}

/** Others may commit between reading and listing, so a difference counts only if no later record explains it. */
async function checkKeys(audited: RecordAudit, input: AuditInput): Promise<AuditFinding | undefined> {
  if (input.storedKeys === undefined) return undefined;
  await audited.compareKeys(input.storedKeys);
  if (audited.differsFromKeys() === undefined) return undefined;
  return (await readOn(audited, input)) ?? audited.differsFromKeys();
}
