// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** As many files at once as a proof reads. */
const AT_ONCE = 8;

/**
 * Reads and hashes files, and compares nothing.
 * @param {readonly string[]} files
 */
export async function readAndHash(files) {
  const waiting = files[Symbol.iterator]();
  const worker = async () => {
    for (const file of waiting) hash(await readFile(file));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/**
 * The same while the event loop waits: the least that one thread can do.
 * @param {readonly string[]} files
 */
export function readAndHashSync(files) {
  for (const file of files) hash(readFileSync(file));
}

/**
 * @param {readonly Uint8Array[]} contents
 * @param {number} times
 */
export function hashAll(contents, times) {
  for (let done = 0; done < times; done += 1) contents.forEach(hash);
}

/** @param {Uint8Array} bytes */
function hash(bytes) {
  createHash('sha256').update(bytes).digest('hex');
}
