// SPDX-License-Identifier: Apache-2.0
import type { JsonObject, JsonValue } from '../canonical-json.js';
import type { Digest, StreamName } from '../ids.js';
import type { Instant } from '../instant.js';

/**
 * A change to the globally unique keys, part of the record and so of its digest: `audit verify` rebuilds all keys from
 * the records alone and compares. A nonce or a one-use claim is taken and never released; a live thing is released.
 */
export type KeyChange =
  | { readonly kind: 'take'; readonly key: string; readonly value: JsonValue }
  | { readonly kind: 'release'; readonly key: string };

/** An event as a decision makes it. `type` reads `<domain>.<past-participle>`, such as `install.granted`. */
export interface NewEvent {
  readonly type: string;
  readonly data: JsonObject;
  readonly keys?: readonly KeyChange[];
}

/** An event as it stands in the journal. Every field but `digest` is covered by `digest`. */
export interface JournalRecord {
  /** 1, 2, 3 ... over the whole store, without gaps, in commit order. */
  readonly position: number;
  readonly stream: StreamName;
  /** 1, 2, 3 ... within the stream, without gaps. */
  readonly revision: number;
  readonly commitId: string;
  readonly type: string;
  readonly data: JsonObject;
  readonly keys: readonly KeyChange[];
  readonly at: Instant;
  /** Digest of the record before it in the stream; null at revision 1. */
  readonly previous: Digest | null;
  readonly digest: Digest;
}

/** A key that is taken now. */
export interface KeyEntry {
  readonly key: string;
  readonly value: JsonValue;
}
