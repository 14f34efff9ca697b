// SPDX-License-Identifier: Apache-2.0
import type { Digest, StreamName } from '../ids.js';
import type { JournalRecord } from './record.js';
import { recordDigest } from './seal-commit.js';

/** What is wrong with a record. */
export type ChainFault = 'digest' | 'revision' | 'previous' | 'position' | 'stream';

/** The first record that does not fit, and how. */
export interface ChainFinding {
  readonly fault: ChainFault;
  readonly position: number;
  readonly stream: StreamName;
  readonly revision: number;
}

/** Checks one whole stream from revision 1; undefined when every record fits. */
export function checkStream(stream: StreamName, records: readonly JournalRecord[]): ChainFinding | undefined {
  let previous: Digest | null = null;
  let revision = 0;
  for (const record of records) {
    revision += 1;
    const fault = faultOf(record, { stream, revision, previous });
    if (fault !== undefined) return finding(fault, record);
    previous = record.digest;
  }
  return undefined;
}

/** Checks records in commit order over all streams; keeps one head per stream and nothing else. */
export class ChainVerifier {
  readonly #heads = new Map<StreamName, { revision: number; digest: Digest }>();
  #position = 0;

  /** @returns what is wrong with this record, undefined when it fits */
  next(record: JournalRecord): ChainFinding | undefined {
    const head = this.#heads.get(record.stream);
    const expected = { stream: record.stream, revision: (head?.revision ?? 0) + 1, previous: head?.digest ?? null };
    const fault = record.position === this.#position + 1 ? faultOf(record, expected) : 'position';
    if (fault !== undefined) return finding(fault, record);
    this.#position = record.position;
    this.#heads.set(record.stream, { revision: record.revision, digest: record.digest });
    return undefined;
  }
}

function faultOf(
  record: JournalRecord,
  expected: { stream: StreamName; revision: number; previous: Digest | null },
): ChainFault | undefined {
  if (record.stream !== expected.stream) return 'stream';
  if (record.revision !== expected.revision) return 'revision';
  if (record.previous !== expected.previous) return 'previous';
  return recordDigest(record) === record.digest ? undefined : 'digest';
}

function finding(fault: ChainFault, { position, stream, revision }: JournalRecord): ChainFinding {
  return { fault, position, stream, revision };
}
