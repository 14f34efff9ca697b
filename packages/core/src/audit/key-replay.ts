// SPDX-License-Identifier: Apache-2.0
import { canonicalJson } from '../canonical-json.js';
import { sha256 } from '../digest.js';
import type { JournalRecord, KeyEntry } from '../journal/record.js';

/** Rebuilds the taken keys from records alone. Holds one digest for each key that is taken. */
export class KeyReplay {
  readonly #taken = new Map<string, string>();
  /** What a store said of keys of which the records say something else: the digest of the value, undefined for free. */
  readonly #unexplained = new Map<string, string | undefined>();

  has(key: string): boolean {
    return this.#taken.has(key);
  }

  get size(): number {
    return this.#taken.size;
  }

  /** @returns the key whose change is not possible, undefined when all are */
  next({ keys }: JournalRecord): string | undefined {
    for (const change of keys) {
      const { key } = change;
      if (this.has(key) === (change.kind === 'take')) return key;
      if (change.kind === 'take') this.#taken.set(key, sha256(canonicalJson(change.value)));
      else this.#taken.delete(key);
      if (this.#unexplained.get(key) === this.#taken.get(key)) this.#unexplained.delete(key);
    }
    return undefined;
  }

  /** Compares with what the store says is taken. What was committed meanwhile may explain a difference: see `unexplained`. */
  async compare(stored: AsyncIterable<KeyEntry>): Promise<void> {
    const unlisted = new Set(this.#taken.keys());
    for await (const { key, value } of stored) {
      const digest = sha256(canonicalJson(value));
      if (this.#taken.get(key) !== digest) this.#unexplained.set(key, digest);
      unlisted.delete(key);
    }
    for (const key of unlisted) this.#unexplained.set(key, undefined);
  }

  /** A key that was never what the store said of it, neither before it was compared nor after any record since. */
  get unexplained(): string | undefined {
    return this.#unexplained.keys().next().value;
  }
}
