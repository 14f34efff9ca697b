// SPDX-License-Identifier: Apache-2.0
import { once } from 'node:events';
import { crc32, createInflateRaw, type InflateRaw } from 'node:zlib';
import { CountersignError, isCountersignError } from '../errors/index.js';
import type { ByteReader } from './byte-reader.js';

/** Small archives of blank padding compress beyond any sensible ratio; below this size they do no harm. */
const RATIO_FREE_BYTES = 1024 * 1024;
const PORTION_BYTES = 64 * 1024;
const TRAILER_BYTES = 8;
const MAX_HEADER_TEXT_BYTES = 4096;

/**
 * Unpacks exactly one gzip member (RFC 1952) and nothing behind it. `createGunzip` of node:zlib ignores bytes behind the
 * member in silence, and reads a second member as if it belonged to the first; other readers stop there, so the same
 * archive would hold different files. So the frame is read here and only the deflate stream inside is left to zlib.
 * @throws `archive-compression`, `archive-truncated`, `archive-trailing-garbage`, `archive-ratio`
 */
export async function* gunzip(packed: ByteReader, maxRatio: number): AsyncGenerator<Uint8Array> {
  await skipHeader(packed);
  const inflate = createInflateRaw();
  // The loop below throws its errors; one that comes after the loop must not end the process.
  inflate.on('error', () => undefined);
  const feed = new Feed(packed, inflate);
  let size = 0;
  let checksum = 0;
  try {
    const feeding = feed.run();
    // A failed feed must not go unhandled while the loop below waits: it ends the loop, and is thrown there.
    feeding.catch((error: unknown) => inflate.destroy(error as Error));
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      size += chunk.length;
      checksum = crc32(chunk, checksum);
      if (size > RATIO_FREE_BYTES && size > feed.bytes * maxRatio) {
        throw new CountersignError('archive-ratio', { details: { maxRatio } });
      }
      yield chunk;
    }
    await feeding;
  } catch (error) {
    throw compressionError(error);
  } finally {
    feed.stop();
  }
  const trailer = feed.trailer();
  if (trailer.readUInt32LE(0) !== checksum || trailer.readUInt32LE(4) !== size % 2 ** 32) {
    throw new CountersignError('archive-compression');
  }
}

/** Brings packed bytes to the inflater, no faster than it takes them, and watches where its stream ends. */
class Feed {
  bytes = 0;
  readonly #packed: ByteReader;
  readonly #inflate: InflateRaw;
  readonly #ended = new AbortController();
  #last: Buffer = Buffer.alloc(0);

  constructor(packed: ByteReader, inflate: InflateRaw) {
    this.#packed = packed;
    this.#inflate = inflate;
    inflate.once('end', () => this.#ended.abort());
  }

  async run(): Promise<void> {
    for (;;) {
      const portion = await this.#packed.some(PORTION_BYTES);
      if (this.#inflate.destroyed && !this.#inflate.readableEnded) return;
      if (portion === undefined) break;
      this.bytes += portion.length;
      this.#last = Buffer.concat([this.#last, portion]).subarray(-TRAILER_BYTES);
      if (this.#ended.signal.aborted) this.#requireNoMoreThanTrailer();
      else if (!this.#inflate.write(portion)) await this.#drained();
    }
    if (!this.#ended.signal.aborted) this.#inflate.end();
  }

  /** The 8 bytes behind the deflate stream, which must be the last of all. */
  trailer(): Buffer {
    this.#requireNoMoreThanTrailer();
    if (this.bytes - this.#inflate.bytesWritten < TRAILER_BYTES) throw new CountersignError('archive-truncated');
    return this.#last;
  }

  stop(): void {
    this.#ended.abort();
    this.#inflate.destroy();
  }

  #requireNoMoreThanTrailer(): void {
    if (this.bytes - this.#inflate.bytesWritten > TRAILER_BYTES) throw new CountersignError('archive-trailing-garbage');
  }

  async #drained(): Promise<void> {
    // Behind the end of its stream the inflater takes nothing any more, so `drain` never comes.
    await once(this.#inflate, 'drain', { signal: this.#ended.signal }).catch(() => undefined);
  }
}

/** Skips the member header with its optional fields: extra data, file name, comment, header checksum. */
async function skipHeader(packed: ByteReader): Promise<void> {
  const fixed = await packed.exactly(10);
  const flags = fixed[3] ?? 0;
  const isGzip = fixed[0] === 0x1f && fixed[1] === 0x8b;
  const isDeflate = fixed[2] === 8;
  const hasReservedFlags = (flags & 0xe0) !== 0;
  if (!isGzip || !isDeflate || hasReservedFlags) throw new CountersignError('archive-compression');
  if ((flags & 4) !== 0) await packed.exactly((await packed.exactly(2)).readUInt16LE());
  if ((flags & 8) !== 0) await skipText(packed);
  if ((flags & 16) !== 0) await skipText(packed);
  if ((flags & 2) !== 0) await packed.exactly(2);
}

async function skipText(packed: ByteReader): Promise<void> {
  for (let length = 0; length < MAX_HEADER_TEXT_BYTES; length += 1) {
    if ((await packed.exactly(1))[0] === 0) return;
  }
  throw new CountersignError('archive-compression');
}

function compressionError(error: unknown): CountersignError {
  if (isCountersignError(error)) return error;
  const code = (error as NodeJS.ErrnoException).code === 'Z_BUF_ERROR' ? 'archive-truncated' : 'archive-compression';
  return new CountersignError(code, { cause: error });
}
