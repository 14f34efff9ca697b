// SPDX-License-Identifier: Apache-2.0
import type { ErrorCode } from '../errors/index.js';
import type { StreamName } from '../ids.js';
import type { ChainFault } from '../journal/hash-chain.js';

/** What is wrong with an event whose record is whole. */
export type EventFault =
  /** No such kind of stream, or not the stream that belongs to what the event is about. */
  | 'stream'
  /** No such event in that kind of stream. */
  | 'type'
  /** The state of the stream does not allow it. */
  | 'transition'
  /** Its data or its keys are not what is written in that state. */
  | 'content'
  /** It is earlier than the event before it in its stream, or its time is not that of its commit. */
  | 'time'
  /** Its counterpart in another stream, which is always of the same commit, is missing. */
  | 'commit'
  /** The policy in force does not decide so, or not on these terms. */
  | 'policy'
  /** The challenge asks for something else than the proposal that rests on it. */
  | 'challenge';

/** Why a record cannot stand. */
export type Objection =
  | { readonly kind: 'event'; readonly fault: EventFault }
  /** A signature, or what it is bound to, does not hold. */
  | { readonly kind: 'consent'; readonly code: ErrorCode };

interface RecordPlace {
  readonly position: number;
  readonly stream: StreamName;
  readonly revision: number;
}

/** The first thing that does not verify. */
export type AuditFinding =
  /** The store itself could not make sense of a record. */
  | { readonly kind: 'unreadable'; readonly position: number | null }
  | ({ readonly kind: 'record'; readonly fault: ChainFault } & RecordPlace)
  | (Objection & RecordPlace)
  | { readonly kind: 'key'; readonly key: string }
  /** Fewer records than were signed for. */
  | { readonly kind: 'truncated'; readonly records: number; readonly signed: number }
  /** As many records, but not the same. */
  | { readonly kind: 'rewritten'; readonly signed: number };

export function objectTo(fault: EventFault): Objection {
  return { kind: 'event', fault };
}
