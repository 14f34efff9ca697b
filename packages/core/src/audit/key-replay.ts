// SPDX-License-Identifier: Apache-2.0
import { canonicalJson } from '../canonical-json.js';
import { sha256 } from '../digest.js';
import type { JournalRecord, KeyEntry } from '../journal/record.js';

/** Rebuilds the taken keys from records alone. Holds one digest for each key that is taken. */
export class KeyReplay {
  readonly #taken = new Map<string, string>();

  /** @returns the key whose change is not possible, undefined when all are */
  next({ keys }: JournalRecord): string | undefined {
    for (const change of keys) {
      const taken = this.#taken.has(change.key);
      if (taken === (change.kind === 'take')) return change.key;
      if (change.kind === 'take') this.#taken.set(change.key, sha256(canonicalJson(change.value)));
      else this.#taken.delete(change.key);
    }
    return undefined;
  }

  /** Compares with what the store says is taken. @returns the first key that differs, undefined when none does */
  async differs(stored: AsyncIterable<KeyEntry>): Promise<string | undefined> {
    const missing = new Set(this.#taken.keys());
    for await (const { key, value } of stored) {
      if (this.#taken.get(key) !== sha256(canonicalJson(value))) return key;
      missing.delete(key);
    }
    return [...missing][0];
  }

  get size(): number {
    return this.#taken.size;
  }
}
