// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import type { Randomness } from '../randomness.js';

/** Repeatable bytes for tests: SHA-256 of seed and counter. Never for production. */
export class SeededRandomness implements Randomness {
  #counter = 0;

  constructor(private readonly seed: string) {}

  bytes(length: number): Uint8Array {
    const blocks = Array.from({ length: Math.ceil(length / 32) }, () =>
      createHash('sha256')
        .update(`${this.seed}/${(this.#counter += 1)}`)
        .digest(),
    );
    return Buffer.concat(blocks).subarray(0, length);
  }
}
