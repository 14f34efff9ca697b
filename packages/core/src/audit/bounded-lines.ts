// SPDX-License-Identifier: Apache-2.0
import { CountersignError } from '../errors/index.js';

const NEWLINE = 0x0a;
const FIRST_CAPACITY = 4096;

/**
 * The lines of a text as bytes, without their newlines; the last one may lack it. A carriage return is part of its line.
 * However the text is cut into chunks, no more than one line is kept, and never more than `maxBytes` of it.
 * @throws `json-too-large` as soon as a line is longer
 */
export async function* boundedLines(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  const line = new Line(maxBytes);
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      line.append(chunk.subarray(from, end));
      yield line.take();
      from = end + 1;
    }
    line.append(chunk.subarray(from));
  }
  if (line.size > 0) yield line.take();
}

/** One growing buffer: a list of chunks would cost far more than their bytes where they are small. */
class Line {
  readonly #maxBytes: number;
  #bytes = new Uint8Array(FIRST_CAPACITY);
  size = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  append(part: Uint8Array): void {
    const size = this.size + part.byteLength;
    if (size > this.#maxBytes) throw new CountersignError('json-too-large', { details: { maxBytes: this.#maxBytes } });
    if (size > this.#bytes.byteLength) {
      const grown = new Uint8Array(Math.max(size, 2 * this.#bytes.byteLength));
      grown.set(this.#bytes.subarray(0, this.size));
      this.#bytes = grown;
    }
    this.#bytes.set(part, this.size);
    this.size = size;
  }

  take(): Uint8Array {
    const line = this.#bytes.slice(0, this.size);
    this.size = 0;
    return line;
  }
}
