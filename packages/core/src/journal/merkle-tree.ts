// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import type { Digest } from '../ids.js';

/**
 * The Merkle tree hash of RFC 6962, section 2.1, over record digests in commit order; leaves and nodes are told apart by
 * their first byte, so that no node can pass for a leaf. Grows leaf by leaf in O(log n) memory.
 */
export class MerkleTree {
  /** Perfect subtrees from left to right, each smaller than the one before it. */
  readonly #subtrees: { readonly size: number; readonly hash: Uint8Array }[] = [];
  #size = 0;

  /** Number of leaves. */
  get size(): number {
    return this.#size;
  }

  append(leaf: Digest): void {
    this.#size += 1;
    let subtree = { size: 1, hash: hash(0, Buffer.from(leaf, 'hex')) };
    for (let left = this.#subtrees.at(-1); left?.size === subtree.size; left = this.#subtrees.at(-1)) {
      this.#subtrees.pop();
      subtree = { size: subtree.size * 2, hash: hash(1, left.hash, subtree.hash) };
    }
    this.#subtrees.push(subtree);
  }

  /** The root now; of an empty tree the hash of nothing. */
  root(): Digest {
    const hashes = this.#subtrees.map((subtree) => subtree.hash);
    const root = hashes.reduceRight<Uint8Array | undefined>(
      (right, left) => (right === undefined ? left : hash(1, left, right)),
      undefined,
    );
    return Buffer.from(root ?? createHash('sha256').digest()).toString('hex') as Digest;
  }
}

function hash(prefix: 0 | 1, ...parts: readonly Uint8Array[]): Uint8Array {
  const sum = createHash('sha256').update(Uint8Array.of(prefix));
  for (const part of parts) sum.update(part);
  return sum.digest();
}
