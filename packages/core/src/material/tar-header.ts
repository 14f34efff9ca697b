// SPDX-License-Identifier: Apache-2.0
import { isUtf8 } from 'node:buffer';
import { Header } from 'tar';
import { CountersignError } from '../errors/index.js';

export const TAR_BLOCK_BYTES = 512;
const ZERO_BLOCK = Buffer.alloc(TAR_BLOCK_BYTES);

/** Types that describe the entry behind them, as `tar` names them; their own name is a dummy. */
export type TarExtension = 'ExtendedHeader' | 'GlobalExtendedHeader' | 'NextFileHasLongPath';

/** What counts in one header block. `type` of an entry is as `tar` names it, `Unsupported` for unknown ones. */
export type TarHeader =
  | { readonly kind: 'extension'; readonly type: TarExtension; readonly size: number }
  | {
      readonly kind: 'entry';
      readonly type: string;
      readonly size: number;
      readonly path: string;
      readonly mode: number;
    };

/**
 * Reads one header block; undefined for a block of zeros. `longPath` is what an extension said of this entry. `tar` decodes
 * the block, leniently: measured with tar 7.5, a size of `zzz` counts as 0 and `1zz` as 1, what stands behind a NUL is
 * dropped, bytes that are not UTF-8 become U+FFFD, and a folder's size is forgotten. Other readers read other things there,
 * so whatever can be read in two ways is refused first.
 * @throws `archive-invalid`, `archive-checksum`, `path-not-unicode`, `path-control-character`
 */
export function readTarHeader(block: Buffer, longPath?: string): TarHeader | undefined {
  if (block.equals(ZERO_BLOCK)) return undefined;
  const magic = block.toString('latin1', 257, 265);
  const isPosix = magic === 'ustar\x0000';
  if (!isPosix && magic !== 'ustar  \0') throw new CountersignError('archive-invalid', { details: { field: 'magic' } });
  const { cksumValid, type, path, size, mode } = decode(block, longPath);
  if (!cksumValid) throw new CountersignError('archive-checksum');

  requireNumber('checksum', block.toString('latin1', 148, 156), /^ *[0-7]+[ \0]+$/);
  requireNumber('mode', block.toString('latin1', 100, 108), /^ *[0-7]+[ \0]*$/);
  // Sizes of 8 GiB and more are binary, with the first bit set.
  requireNumber('size', block.toString('latin1', 124, 136), /^(?: *[0-7]+[ \0]*|\x80[^]*)$/);
  if (path === undefined || size === undefined || mode === undefined) throw new CountersignError('archive-invalid');
  if (isExtension(type)) return { kind: 'extension', type, size };
  if (type === 'Directory') requireFolder(block);
  if (longPath !== undefined) return { kind: 'entry', type, size, path: longPath, mode };
  requireText(block.subarray(0, 100));
  // The prefix is 155 bytes long, or 130 when times follow it (an old form that `tar` still writes).
  if (isPosix) requireText(block.subarray(345, block[475] === 0 ? 475 : 500));
  return { kind: 'entry', type, size, path, mode };
}

function decode(block: Buffer, longPath: string | undefined): Header {
  try {
    return new Header(block, 0, longPath === undefined ? undefined : { path: longPath });
  } catch (cause) {
    throw new CountersignError('archive-invalid', { cause });
  }
}

function isExtension(type: string): type is TarExtension {
  return type === 'ExtendedHeader' || type === 'GlobalExtendedHeader' || type === 'NextFileHasLongPath';
}

function requireNumber(field: string, text: string, form: RegExp): void {
  if (!form.test(text)) throw new CountersignError('archive-invalid', { details: { field } });
}

/** UTF-8, then nothing but NUL. */
function requireText(field: Buffer): void {
  const end = field.indexOf(0);
  const text = end === -1 ? field : field.subarray(0, end);
  if (!isUtf8(text)) throw new CountersignError('path-not-unicode');
  if (field.subarray(text.length).some((byte) => byte !== 0)) throw new CountersignError('path-control-character');
}

/** A folder has content for some readers and none for others; a file named `a/` is a folder for some and not for others. */
function requireFolder(block: Buffer): void {
  const isMarkedFolder = block.toString('latin1', 156, 157) === '5';
  const isEmpty = /^[ 0\0]*$/.test(block.toString('latin1', 124, 136));
  if (!isMarkedFolder || !isEmpty) throw new CountersignError('archive-invalid', { details: { field: 'folder' } });
}
