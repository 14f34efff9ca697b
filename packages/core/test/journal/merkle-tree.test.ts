// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sha256 } from '../../src/digest.js';
import type { Digest } from '../../src/ids.js';
import { MerkleTree } from '../../src/journal/merkle-tree.js';

/** The definition of RFC 6962, section 2.1, as it stands there. */
function treeHash(leaves: readonly Uint8Array[]): Uint8Array {
  const [only] = leaves;
  if (only === undefined) return createHash('sha256').digest();
  if (leaves.length === 1) return createHash('sha256').update(Uint8Array.of(0)).update(only).digest();
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  const [left, right] = [treeHash(leaves.slice(0, split)), treeHash(leaves.slice(split))];
  return createHash('sha256').update(Uint8Array.of(1)).update(left).update(right).digest();
}

function rootOf(leaves: readonly Digest[]): string {
  const tree = new MerkleTree();
  leaves.forEach((leaf) => tree.append(leaf));
  return tree.root();
}

describe('A81 the Merkle tree', () => {
  test('agrees with the definition of RFC 6962 for every size', () => {
    const leaves = Array.from({ length: 70 }, (_, index) => sha256(String(index)));
    for (let size = 0; size <= leaves.length; size += 1) {
      const some = leaves.slice(0, size);
      expect(rootOf(some)).toBe(Buffer.from(treeHash(some.map((leaf) => Buffer.from(leaf, 'hex')))).toString('hex'));
    }
  });

  test('the root of an empty tree is the hash of nothing, as the test vectors of Certificate Transparency have it', () => {
    expect(rootOf([])).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });

  test('changes with any leaf, with the order and with the number', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { minLength: 2, maxLength: 20 }), fc.nat(), (texts, at) => {
        const leaves = texts.map((text) => sha256(text));
        const index = at % leaves.length;
        const root = rootOf(leaves);
        expect(rootOf(leaves.with(index, sha256('another')))).not.toBe(root);
        expect(rootOf(leaves.toReversed())).not.toBe(root);
        expect(rootOf(leaves.slice(0, -1))).not.toBe(root);
      }),
    );
  });
});
