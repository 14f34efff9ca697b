// SPDX-License-Identifier: Apache-2.0
import { canonicalJson } from '../canonical-json.js';
import type { Decision } from '../consent/assertion.js';
import type { RetireReason } from '../consent/challenge-machine.js';
import type { Digest, StreamName } from '../ids.js';
import type { Instant } from '../instant.js';
import type { JournalRecord, NewEvent } from '../journal/record.js';
import type { AttemptEnd, InstallState } from '../reconcile/install-state.js';

/** What two streams record in one commit, or not at all: otherwise one could be had without the other. */
export type Meeting =
  /** `challenge.issued` and `install.proposed` */
  | { readonly kind: 'issue'; readonly challenge: Digest }
  /** `challenge.settled` and `install.granted` or `install.denied` */
  | { readonly kind: 'settle'; readonly challenge: Digest; readonly decision: Decision }
  /** `challenge.retired` and `install.ended` */
  | { readonly kind: 'retire'; readonly challenge: Digest; readonly reason: RetireReason | AttemptEnd }
  /** `install.exposed` and the `install.ended` of the attempt that was active before */
  | { readonly kind: 'replace'; readonly attempt: StreamName };

/** An attempt that waits for a challenge, and the record that proposed it. */
export interface AskedProposal {
  readonly record: JournalRecord;
  readonly state: InstallState & { readonly kind: 'awaiting' };
}

/** What the records of one commit owe each other. */
export class CommitReplay {
  readonly id: string;
  readonly at: Instant;
  readonly asked: AskedProposal[] = [];
  readonly #following = new Map<StreamName, { readonly owing: JournalRecord; readonly events: readonly NewEvent[] }>();
  readonly #meetings = new Map<string, readonly JournalRecord[]>();

  constructor({ commitId, at }: JournalRecord) {
    this.id = commitId;
    this.at = at;
  }

  /** Events that must still come in that stream, since the one before them never stands without them. */
  owed(stream: StreamName): readonly NewEvent[] | undefined {
    return this.#following.get(stream)?.events;
  }

  owe(owing: JournalRecord, events: readonly NewEvent[]): void {
    if (events.length === 0) this.#following.delete(owing.stream);
    else this.#following.set(owing.stream, { owing, events });
  }

  /** One of the two records that meet. Their streams let neither come twice. */
  meet(meeting: Meeting, record: JournalRecord): void {
    const name = canonicalJson({ ...meeting });
    this.#meetings.set(name, [...(this.#meetings.get(name) ?? []), record]);
  }

  /** A record that stands without its counterpart, undefined when none does. */
  incomplete(): JournalRecord | undefined {
    for (const { owing } of this.#following.values()) return owing;
    for (const [record, counterpart] of this.#meetings.values()) {
      if (counterpart === undefined) return record;
    }
    return undefined;
  }
}
