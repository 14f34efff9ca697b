// SPDX-License-Identifier: Apache-2.0
import { randomBytes } from 'node:crypto';

/** Where unpredictable bytes come from: challenge randomness, nonces, commit ids. */
export interface Randomness {
  bytes(length: number): Uint8Array;
}

export const systemRandomness: Randomness = {
  bytes: (length) => randomBytes(length),
};

/** 128 random bits in lower-case hex. */
export function randomId(randomness: Randomness): string {
  return Buffer.from(randomness.bytes(16)).toString('hex');
}
