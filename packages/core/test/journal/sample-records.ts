// SPDX-License-Identifier: Apache-2.0
import {
  parseInstant,
  parseStreamName,
  sealCommit,
  type CommitRequest,
  type JournalRecord,
  type NewEvent,
  type StreamName,
} from '../../src/index.js';

export const AT = parseInstant('2026-08-02T12:30:00Z');
export const A = parseStreamName('a/1');
export const B = parseStreamName('b/1');

export function eventOf(n: number): NewEvent {
  return { type: 'test.noted', data: { n } };
}

export function requestOf(commitId: string, ...writes: CommitRequest['writes']): CommitRequest {
  return { commitId, at: AT, writes };
}

/** A chain of records over two streams, as three commits make it. */
export function sampleChain(): readonly JournalRecord[] {
  const records: JournalRecord[] = [];
  const headOf = (stream: StreamName) => records.findLast((record) => record.stream === stream);
  const commits = [
    requestOf('1', { stream: A, expectedRevision: 0, events: [eventOf(1), eventOf(2)] }),
    requestOf('2', { stream: B, expectedRevision: 0, events: [eventOf(3)] }),
    requestOf(
      '3',
      { stream: B, expectedRevision: 1, events: [eventOf(4)] },
      { stream: A, expectedRevision: 2, events: [eventOf(5)] },
    ),
  ];
  for (const commit of commits) records.push(...sealCommit(commit, records.length, headOf));
  return records;
}
