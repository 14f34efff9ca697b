// SPDX-License-Identifier: Apache-2.0
import type { JsonValue } from '../../src/canonical-json.js';
import { sha256 } from '../../src/digest.js';
import type { StreamName } from '../../src/ids.js';
import { parseInstant } from '../../src/instant.js';
import type { JournalRecord, KeyEntry, NewEvent } from '../../src/journal/record.js';
import { recordDigest } from '../../src/journal/seal-commit.js';

export interface LedgerWrite {
  readonly stream: StreamName;
  readonly events: readonly NewEvent[];
}

/** A journal as somebody with the database can write it: the records are chained, and nothing else is checked. */
export class Ledger {
  readonly records: JournalRecord[] = [];
  readonly #taken = new Map<string, JsonValue>();
  #commits = 0;
  at = parseInstant('2026-08-02T12:30:00Z');

  /** One commit. @returns the position of its first record */
  write(...writes: readonly LedgerWrite[]): number {
    this.#commits += 1;
    return this.writeMore(...writes);
  }

  /** More records of the commit before. */
  writeMore(...writes: readonly LedgerWrite[]): number {
    const first = this.records.length + 1;
    const commitId = sha256(`commit ${this.#commits}`).slice(0, 32);
    for (const { stream, events } of writes) {
      for (const { type, data, keys = [] } of events) {
        const head = this.of(stream).at(-1);
        const unsealed = {
          position: this.records.length + 1,
          stream,
          revision: (head?.revision ?? 0) + 1,
          commitId,
          type,
          data,
          keys,
          at: this.at,
          previous: head?.digest ?? null,
        };
        this.records.push({ ...unsealed, digest: recordDigest(unsealed) });
        for (const change of keys) {
          if (change.kind === 'take') this.#taken.set(change.key, change.value);
          else this.#taken.delete(change.key);
        }
      }
    }
    return first;
  }

  of(stream: StreamName): readonly JournalRecord[] {
    return this.records.filter((record) => record.stream === stream);
  }

  value(key: string): JsonValue | undefined {
    return this.#taken.get(key);
  }

  get keys(): readonly KeyEntry[] {
    return [...this.#taken].map(([key, value]) => ({ key, value }));
  }
}
