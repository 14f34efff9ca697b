// SPDX-License-Identifier: Apache-2.0
import { canonicalJson } from '../canonical-json.js';
import { digestOf } from '../digest.js';
import { CountersignError } from '../errors/index.js';
import type { Digest, StreamName } from '../ids.js';
import { earlier, type Instant } from '../instant.js';
import type { CommitRequest } from './engine-store.js';
import type { JournalRecord } from './record.js';

/** The last record of a stream, as a store knows it inside its transaction. */
export interface StreamHead {
  readonly revision: number;
  readonly digest: Digest;
  readonly at: Instant;
}

/**
 * Turns a commit into chained records. Pure, and the same over every store: stores call it inside their transaction,
 * where positions and heads are certain.
 * @param lastPosition position of the newest record in the store, 0 when empty
 * @param headOf the head of a stream, undefined when it does not exist
 * @throws `revision-conflict`; `clock-went-back` when a stream holds a later time than the commit's
 */
export function sealCommit(
  request: CommitRequest,
  lastPosition: number,
  headOf: (stream: StreamName) => StreamHead | undefined,
): JournalRecord[] {
  for (const guard of request.guards ?? []) requireRevision(headOf(guard.stream), guard.expectedRevision);
  let position = lastPosition;
  return request.writes.flatMap(({ stream, expectedRevision, events }) => {
    const head = headOf(stream);
    requireRevision(head, expectedRevision);
    if (head !== undefined && earlier(request.at, head.at)) throw new CountersignError('clock-went-back');
    let previous = head?.digest ?? null;
    let revision = expectedRevision;
    return events.map(({ type, data, keys = [] }) => {
      const unsealed = {
        position: ++position,
        stream,
        revision: ++revision,
        commitId: request.commitId,
        type,
        data,
        keys,
        at: request.at,
        previous,
      };
      const digest = recordDigest(unsealed);
      previous = digest;
      return { ...unsealed, digest };
    });
  });
}

function requireRevision(head: StreamHead | undefined, expectedRevision: number): void {
  if ((head?.revision ?? 0) !== expectedRevision) throw new CountersignError('revision-conflict');
}

/** The digest that a record must carry. */
export function recordDigest(record: Omit<JournalRecord, 'digest'>): Digest {
  const { position, stream, revision, commitId, type, data, keys, at, previous } = record;
  return digestOf('record', { position, stream, revision, commitId, type, data, keys, at, previous });
}

/**
 * Answers a `commitId` that is in the store already: the first result if it asks for the same events.
 * The time may differ, because a retry reads the clock anew.
 * @throws `commit-id-reused` when it asks for something else: returning the first result would be a false success
 */
export function settledCommit(request: CommitRequest, stored: readonly JournalRecord[]): readonly JournalRecord[] {
  const asked = request.writes.flatMap(({ stream, expectedRevision, events }) =>
    events.map(({ type, data, keys = [] }, index) => ({
      stream,
      revision: expectedRevision + index + 1,
      type,
      data,
      keys,
    })),
  );
  const kept = stored.map(({ stream, revision, type, data, keys }) => ({ stream, revision, type, data, keys }));
  if (canonicalJson(asked) !== canonicalJson(kept)) throw new CountersignError('commit-id-reused');
  return stored;
}
