// SPDX-License-Identifier: Apache-2.0
import { gzipSync } from 'node:zlib';

/** One header, written by hand so that each field can be wrong. Texts are UTF-8 unless given as bytes. */
export interface HeaderFields {
  readonly name: string | Buffer;
  readonly prefix?: string;
  readonly mode?: number | string;
  readonly type?: string;
  readonly linkname?: string | Buffer;
  /** A number is written in octal, a buffer as it is. */
  readonly size?: number | Buffer;
  readonly magic?: string;
  /** Added to the right checksum. */
  readonly checksumOffset?: number;
}

export function header(fields: HeaderFields): Buffer {
  const { name, prefix = '', mode = 0o644, type = '0', linkname = '', size = 0, magic = 'ustar\x0000' } = fields;
  const block = Buffer.alloc(512);
  const put = (value: string | Buffer, offset: number, length: number) => {
    Buffer.from(value).subarray(0, length).copy(block, offset);
  };
  put(name, 0, 100);
  put(typeof mode === 'string' ? mode : octal(mode, 8), 100, 8);
  put(octal(0, 8), 108, 8);
  put(octal(0, 8), 116, 8);
  put(typeof size === 'number' ? octal(size, 12) : size, 124, 12);
  put(octal(0, 12), 136, 12);
  put(type, 156, 1);
  put(linkname, 157, 100);
  put(magic, 257, 8);
  put(prefix, 345, 155);
  block.fill(' ', 148, 156);
  const sum = block.reduce((total, byte) => total + byte, 0) + (fields.checksumOffset ?? 0);
  put(`${octal(sum, 7)} `, 148, 8);
  return block;
}

function octal(value: number, length: number): string {
  return `${value.toString(8).padStart(length - 1, '0')}\0`;
}

/** Content, filled up to whole blocks. */
export function body(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
}

export const END = Buffer.alloc(1024);

export function file(
  name: string | Buffer,
  content: string | Buffer = 'x',
  fields: Partial<HeaderFields> = {},
): Buffer {
  return Buffer.concat([header({ name, size: Buffer.byteLength(content), ...fields }), body(content)]);
}

export function folder(name: string, fields: Partial<HeaderFields> = {}): Buffer {
  return header({ name, type: '5', mode: 0o755, ...fields });
}

/** One pax record, with its own length in front. */
export function record(key: string, value: string | Buffer): Buffer {
  const rest = Buffer.concat([Buffer.from(` ${key}=`), Buffer.from(value), Buffer.from('\n')]);
  let length = rest.length + 1;
  while (rest.length + String(length).length !== length) length += 1;
  return Buffer.concat([Buffer.from(String(length)), rest]);
}

/** An extended header: type `x` for the next entry, `g` for all. */
export function extended(records: Buffer | string, type = 'x'): Buffer {
  return file('PaxHeader', records, { type });
}

/** A GNU long name for the next entry. */
export function longName(name: string | Buffer, type = 'L'): Buffer {
  return file('././@LongLink', Buffer.concat([Buffer.from(name), Buffer.from('\0')]), { type });
}

export function archive(...parts: readonly Buffer[]): Buffer {
  return Buffer.concat([...parts, END]);
}

export function gzipped(...parts: readonly Buffer[]): Buffer {
  return gzipSync(archive(...parts));
}

/** A stream of the bytes in chunks of one size. */
export async function* inChunks(bytes: Uint8Array, size = 4096): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < bytes.length; offset += size) yield bytes.subarray(offset, offset + size);
}
