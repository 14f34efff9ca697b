// SPDX-License-Identifier: Apache-2.0
import { randomBytes } from 'node:crypto';
import {
  ChainVerifier,
  parseInstant,
  parseStreamName,
  type CommitRequest,
  type EngineStore,
  type JournalRecord,
  type KeyChange,
} from '@countersign/core';

/** One event in a stream. */
export function commitTo(stream: string, expectedRevision: number, ...keys: readonly KeyChange[]): CommitRequest {
  return {
    commitId: randomBytes(16).toString('hex'),
    at: parseInstant('2026-08-02T12:30:00Z'),
    writes: [
      {
        stream: parseStreamName(stream),
        expectedRevision,
        events: [{ type: 'test.noted', data: { n: 100_000 }, keys }],
      },
    ],
  };
}

/** Every record, of a journal whose chain verifies. */
export async function verifiedRecords(store: EngineStore): Promise<readonly JournalRecord[]> {
  const verifier = new ChainVerifier();
  const records: JournalRecord[] = [];
  for (;;) {
    const page = await store.scan({ limit: 1000, after: records.length });
    if (page.length === 0) return records;
    for (const record of page) {
      const finding = verifier.next(record);
      if (finding !== undefined) throw new Error(`${finding.fault} at ${finding.position}`);
      records.push(record);
    }
  }
}
