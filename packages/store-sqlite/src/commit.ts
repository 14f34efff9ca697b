// SPDX-License-Identifier: Apache-2.0
import {
  CountersignError,
  canonicalJson,
  sealCommit,
  settledCommit,
  type CommitRequest,
  type JournalRecord,
  type KeyChange,
} from '@countersign/core';
import { requireHeld } from './lease.js';
import { recordOf, rowOf } from './record-row.js';
import type { Statements } from './statements.js';

/**
 * A commit, inside a transaction that the caller opened for writing. The answer is read back, so that the first answer and
 * a repeated one are the same.
 */
export function applyCommit(statements: Statements, request: CommitRequest, nowMs: number): readonly JournalRecord[] {
  const settled = recordsOfCommit(statements, request.commitId);
  if (settled.length > 0) return settledCommit(request, settled);
  if (request.fence !== undefined) requireHeld(statements, request.fence.lease, request.fence.token, nowMs);

  const lastPosition = statements.lastPosition.get()?.position ?? 0;
  for (const record of sealCommit(request, lastPosition, (stream) => statements.head.get(stream))) {
    statements.insertRecord.run(rowOf(record));
    for (const change of record.keys) applyKeyChange(statements, change);
  }
  return recordsOfCommit(statements, request.commitId);
}

function recordsOfCommit(statements: Statements, commitId: string): readonly JournalRecord[] {
  return statements.recordsOfCommit.all(commitId).map(recordOf);
}

function applyKeyChange(statements: Statements, change: KeyChange): void {
  switch (change.kind) {
    case 'take':
      if (statements.takeKey.run(change.key, canonicalJson(change.value)).changes === 0) {
        throw new CountersignError('claim-taken');
      }
      return;
    case 'release':
      if (statements.releaseKey.run(change.key).changes === 0) throw new CountersignError('claim-missing');
  }
}
