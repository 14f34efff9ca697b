// SPDX-License-Identifier: Apache-2.0
import type { StreamName } from '../ids.js';
import type { JournalRecord, NewEvent } from '../journal/record.js';
import type { Objection } from './audit-finding.js';
import type { CommitReplay } from './commit-replay.js';

/** What is decided in the state before a record: the events that it should be the first of, or why there are none. */
export type Decided =
  { readonly kind: 'write'; readonly stream: StreamName; readonly events: readonly NewEvent[] } | Objection;

/** Replays the streams of one category. */
export interface StreamReplay {
  /** Decides again, with the machine that made the record. Changes nothing. @throws where that machine refuses */
  decide(record: JournalRecord): Decided;

  /** Takes in a record that is what the machine writes. @returns why it cannot stand all the same */
  accept(record: JournalRecord, commit: CommitReplay): Objection | undefined | Promise<Objection | undefined>;
}
