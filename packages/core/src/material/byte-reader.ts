// SPDX-License-Identifier: Apache-2.0
import { CountersignError } from '../errors/index.js';

const EMPTY = Buffer.alloc(0);

/** Reads a byte stream in the portions that a format asks for. Holds one chunk of the stream, or one portion. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #ahead: Buffer = EMPTY;

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.#chunks = bytes[Symbol.asyncIterator]();
  }

  /** Between 1 and `max` bytes, as many as are at hand; undefined at the end of the stream. */
  async some(max: number): Promise<Buffer | undefined> {
    if (!(await this.#fill(1))) return undefined;
    return this.#take(Math.min(max, this.#ahead.length));
  }

  /** @throws `archive-truncated` when the stream ends before `size` bytes */
  async exactly(size: number): Promise<Buffer> {
    if (!(await this.#fill(size))) throw new CountersignError('archive-truncated');
    return this.#take(size);
  }

  /** The next bytes without taking them: `size`, or fewer when the stream ends before. */
  async peek(size: number): Promise<Buffer> {
    await this.#fill(size);
    return this.#ahead.subarray(0, size);
  }

  /** Closes the stream below. Needed whenever it was not read to its end. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #fill(size: number): Promise<boolean> {
    const parts = [this.#ahead];
    let length = this.#ahead.length;
    let ended = false;
    while (length < size && !ended) {
      const next = await this.#chunks.next();
      ended = next.done === true;
      if (next.done === true) break;
      parts.push(Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength));
      length += next.value.byteLength;
    }
    // Joined once: a source that sends single bytes must not make us copy all of them for each.
    const filled = parts.filter((part) => part.length > 0);
    this.#ahead = filled.length === 1 && filled[0] !== undefined ? filled[0] : Buffer.concat(filled);
    return !ended;
  }

  #take(size: number): Buffer {
    const taken = this.#ahead.subarray(0, size);
    this.#ahead = this.#ahead.subarray(size);
    return taken;
  }
}
