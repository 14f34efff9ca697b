// SPDX-License-Identifier: Apache-2.0
import {
  CountersignError,
  canonicalJson,
  type Digest,
  type Instant,
  type JournalRecord,
  type JsonObject,
  type JsonValue,
  type KeyChange,
  type StreamName,
} from '@countersign/core';

/** Texts leave the database as bytes, so that none is repaired on the way: SQLite does not check its UTF-8. */
export interface RecordRow {
  readonly position: number;
  readonly stream: Uint8Array;
  readonly revision: number;
  readonly commit_id: Uint8Array;
  readonly type: Uint8Array;
  readonly data: Uint8Array;
  readonly keys: Uint8Array;
  readonly at: Uint8Array;
  readonly previous: Uint8Array | null;
  readonly digest: Uint8Array;
}

export interface NewRecordRow {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly commit_id: string;
  readonly type: string;
  readonly data: string;
  readonly keys: string;
  readonly at: string;
  readonly previous: string | null;
  readonly digest: string;
}

export function rowOf(record: JournalRecord): NewRecordRow {
  return {
    position: record.position,
    stream: record.stream,
    revision: record.revision,
    commit_id: record.commitId,
    type: record.type,
    data: canonicalJson(record.data),
    keys: canonicalJson(record.keys),
    at: record.at,
    previous: record.previous,
    digest: record.digest,
  };
}

/**
 * The record of a row. That it fits the chain is for core to check; here every byte of a row is made to count, so that
 * none can change unseen: text must be UTF-8, and JSON must be canonical (`1E5` for `100000` has the same digest).
 * @throws `corrupt` with the position
 */
export function recordOf(row: RecordRow): JournalRecord {
  try {
    return {
      position: row.position,
      stream: text(row.stream) as StreamName,
      revision: row.revision,
      commitId: text(row.commit_id),
      type: text(row.type),
      data: canonicalValue(text(row.data)) as JsonObject,
      keys: canonicalValue(text(row.keys)) as unknown as readonly KeyChange[],
      at: text(row.at) as Instant,
      previous: row.previous === null ? null : (text(row.previous) as Digest),
      digest: text(row.digest) as Digest,
    };
  } catch (cause) {
    throw new CountersignError('corrupt', { details: { position: row.position }, cause });
  }
}

/** @throws `corrupt` */
export function keyValueOf(stored: Uint8Array): JsonValue {
  try {
    return canonicalValue(text(stored));
  } catch (cause) {
    throw new CountersignError('corrupt', { details: { reason: 'key-value' }, cause });
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function text(bytes: Uint8Array): string {
  return utf8.decode(bytes);
}

function canonicalValue(json: string): JsonValue {
  const value = JSON.parse(json) as JsonValue;
  if (canonicalJson(value) !== json) throw new CountersignError('json-not-canonical');
  return value;
}
