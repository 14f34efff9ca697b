// SPDX-License-Identifier: Apache-2.0
import { gzipSync } from 'node:zlib';
import type { ErrorCode } from '../../src/errors/index.js';
import type { MaterialLimits } from '../../src/material/manifest.js';
import { HOSTILE_PAIRS, HOSTILE_PATHS } from './hostile-paths.js';
import { END, archive, extended, file, folder, gzipped, header, longName, record } from './tar-builder.js';

export interface HostileArchive {
  readonly name: string;
  readonly bytes: Buffer;
  readonly code: ErrorCode;
}

/** Small, so that archives which break them are small too. */
export const HOSTILE_LIMITS: MaterialLimits = {
  maxFiles: 64,
  maxBytes: 4 * 1024 * 1024,
  maxPathBytes: 250,
  maxDepth: 8,
  maxRatio: 100,
  timeoutMs: 60_000,
};

/** A good first entry: whoever yields entries before all is checked has something to leave behind. */
const SKILL = file('SKILL.md', '---\nname: sample\ndescription: A sample.\n---\n');
const whole = (...parts: readonly Buffer[]) => archive(SKILL, ...parts);
const packed = gzipSync(whole(file('a.txt', 'text')));
const plain = whole(file('a.txt', 'text'));

function withByte(bytes: Buffer, offset: number, change: (byte: number) => number): Buffer {
  const copy = Buffer.from(bytes);
  const index = offset < 0 ? copy.length + offset : offset;
  copy[index] = change(copy[index] ?? 0);
  return copy;
}

const LONG_COMPONENT = 'x'.repeat(256);
const LONG_PATH = `${'x'.repeat(200)}/${'y'.repeat(56)}`;
/** 2^88 - 1 bytes, in the binary form of sizes. */
const HUGE_BINARY = Buffer.from([0x80, ...Array<number>(11).fill(0xff)]);
/** 1 TiB, still a safe integer. */
const TERABYTE_BINARY = Buffer.from([0x80, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]);

const ENTRIES: readonly (readonly [name: string, bytes: Buffer, code: ErrorCode])[] = [
  ['symbolic link', whole(header({ name: 'a', type: '2', linkname: '/etc/passwd' })), 'entry-link'],
  ['symbolic link inside', whole(header({ name: 'a', type: '2', linkname: 'SKILL.md' })), 'entry-link'],
  ['hard link', whole(header({ name: 'a', type: '1', linkname: 'SKILL.md' })), 'entry-link'],
  ['long link target', whole(longName('/etc/passwd', 'K'), header({ name: 'a', type: '2' })), 'entry-link'],
  ['link target in an extended header', whole(extended(record('linkpath', '/etc')), file('a')), 'entry-link'],
  ['character device', whole(header({ name: 'a', type: '3' })), 'entry-device'],
  ['block device', whole(header({ name: 'a', type: '4' })), 'entry-device'],
  ['pipe', whole(header({ name: 'a', type: '6' })), 'entry-device'],
  ['contiguous file', whole(file('a', 'x', { type: '7' })), 'entry-type'],
  ['GNU sparse file', whole(file('a', 'x', { type: 'S' })), 'entry-type'],
  ['pax sparse file', whole(extended(record('GNU.sparse.major', '1')), file('a')), 'entry-type'],
  ['GNU volume label', whole(header({ name: 'a', type: 'V' })), 'entry-type'],
  ['GNU continuation', whole(file('a', 'x', { type: 'M' })), 'entry-type'],
  ['unknown type', whole(file('a', 'x', { type: 'Z' })), 'entry-type'],
  ['set-user-id', whole(file('a', 'x', { mode: 0o4755 })), 'entry-setuid'],
  ['set-group-id', whole(file('a', 'x', { mode: 0o2755 })), 'entry-setuid'],
  ['sticky folder', whole(folder('a/', { mode: 0o1777 })), 'entry-setuid'],
  ['two folder entries', whole(folder('a/'), folder('a/')), 'entry-duplicate'],
  ['folder entry for a file', whole(folder('SKILL.md/')), 'path-file-and-folder'],
  ['folder with content', whole(folder('a/', { size: 512 }), file('smuggled')), 'archive-invalid'],
  ['file named like a folder', whole(file('a/', 'x')), 'archive-invalid'],
  ['component too long', whole(longName(LONG_COMPONENT), file('a')), 'path-too-long'],
  ['path too long', whole(longName(LONG_PATH), file('a')), 'path-too-long'],
  ['path too long with its prefix', whole(file('n'.repeat(100), 'x', { prefix: 'p'.repeat(155) })), 'path-too-long'],
];

const HEADERS: readonly (readonly [name: string, bytes: Buffer, code: ErrorCode])[] = [
  ['wrong checksum', whole(header({ name: 'a', checksumOffset: 1 })), 'archive-checksum'],
  ['name changed after the checksum', withByte(plain, 1024, () => 0x62), 'archive-checksum'],
  ['no magic', whole(header({ name: 'a', magic: '' })), 'archive-invalid'],
  ['half a magic', whole(header({ name: 'a', magic: 'ustar\0\0\0' })), 'archive-invalid'],
  ['not an archive', Buffer.from('<!doctype html>'.repeat(100)), 'archive-invalid'],
  ['another format', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(2048, 7)]), 'archive-invalid'],
  ['size in letters', whole(header({ name: 'a', size: Buffer.from('zzzzzzzzzzz\0') })), 'archive-invalid'],
  ['size half in letters', whole(file('a', 'x', { size: Buffer.from('0000001zzzz\0') })), 'archive-invalid'],
  ['no size', whole(header({ name: 'a', size: Buffer.alloc(12) })), 'archive-invalid'],
  ['negative size', whole(header({ name: 'a', size: Buffer.alloc(12, 0xff) })), 'archive-invalid'],
  ['size beyond any number', whole(header({ name: 'a', size: HUGE_BINARY })), 'archive-invalid'],
  ['size of a terabyte', whole(header({ name: 'a', size: TERABYTE_BINARY })), 'material-too-large'],
  ['mode in letters', whole(header({ name: 'a', mode: 'rwxr-xr' })), 'archive-invalid'],
  ['path in a global header', whole(extended(record('path', 'b'), 'g'), file('a')), 'archive-invalid'],
  ['path in a first global header', archive(extended(record('path', 'b'), 'g'), file('a')), 'archive-invalid'],
  [
    'second global header',
    archive(extended(record('comment', 'c'), 'g'), extended(record('comment', 'c'), 'g'), file('a')),
    'archive-invalid',
  ],
  [
    'two extended headers',
    whole(extended(record('path', 'b')), extended(record('path', 'c')), file('a')),
    'archive-invalid',
  ],
  ['long name and extended header', whole(longName('b'), extended(record('path', 'c')), file('a')), 'archive-invalid'],
  ['extended header for nothing', whole(extended(record('path', 'b'))), 'archive-invalid'],
  ['record length too large', whole(extended('99 path=b\n'), file('a')), 'archive-invalid'],
  ['record length too small', whole(extended('5 path=b\n'), file('a')), 'archive-invalid'],
  ['record without a value', whole(extended('8 pathb\n'), file('a')), 'archive-invalid'],
  [
    'the same record twice',
    whole(extended(Buffer.concat([record('path', 'b'), record('path', 'c')])), file('a')),
    'archive-invalid',
  ],
  ['empty path record', whole(extended(record('path', '')), file('a')), 'archive-invalid'],
  ['size record that differs', whole(extended(record('size', '0')), file('a', 'x')), 'archive-invalid'],
  ['negative size record', whole(extended(record('size', '-1')), file('a', 'x')), 'archive-invalid'],
  ['extended header too large', whole(extended(record('comment', 'c'.repeat(70_000))), file('a')), 'archive-invalid'],
  ['traversal in an extended header', whole(extended(record('path', '../evil')), file('a')), 'path-traversal'],
  ['newline in an extended header', whole(extended(record('path', 'a\nb')), file('a')), 'path-control-character'],
  ['NUL in an extended header', whole(extended(record('path', 'a\0b')), file('a')), 'path-control-character'],
  ['NUL in a long name', whole(longName('a\0b'), file('a')), 'path-control-character'],
  [
    'not UTF-8 in an extended header',
    whole(extended(record('path', Buffer.from([0x61, 0xff]))), file('a')),
    'path-not-unicode',
  ],
  ['not UTF-8 in a long name', whole(longName(Buffer.from([0x61, 0xff])), file('a')), 'path-not-unicode'],
  ['absolute long name', whole(longName('/etc/evil'), file('a')), 'path-absolute'],
  ['bytes behind a NUL in the prefix', whole(file('a', 'x', { prefix: 'p\0q' })), 'path-control-character'],
];

const ENDS: readonly (readonly [name: string, bytes: Buffer, code: ErrorCode])[] = [
  ['nothing', Buffer.alloc(0), 'archive-truncated'],
  ['one byte', Buffer.from([0x1f]), 'archive-truncated'],
  ['cut in a header', plain.subarray(0, 1024 + 100), 'archive-truncated'],
  ['cut in a body', Buffer.concat([SKILL, header({ name: 'a', size: 2000 }), Buffer.alloc(700)]), 'archive-truncated'],
  [
    'cut in the padding',
    Buffer.concat([SKILL, header({ name: 'a', size: 700 }), Buffer.alloc(800)]),
    'archive-truncated',
  ],
  [
    'cut in an extended header',
    Buffer.concat([SKILL, extended(record('comment', 'c'.repeat(900))).subarray(0, 700)]),
    'archive-truncated',
  ],
  ['no end', plain.subarray(0, -1024), 'archive-truncated'],
  ['half an end', plain.subarray(0, -512), 'archive-truncated'],
  ['one block of zeros before an entry', whole(Buffer.alloc(512), file('a')), 'archive-invalid'],
  ['an entry behind the end', Buffer.concat([plain, file('evil'), END]), 'archive-trailing-garbage'],
  ['a byte behind the end', Buffer.concat([plain, Buffer.from('x')]), 'archive-trailing-garbage'],
  ['endless zeros behind the end', Buffer.concat([plain, Buffer.alloc(1024 * 1024 + 512)]), 'archive-trailing-garbage'],
  ['gzip cut in its header', packed.subarray(0, 7), 'archive-truncated'],
  ['gzip cut in its data', packed.subarray(0, packed.length >> 1), 'archive-truncated'],
  ['gzip cut in its trailer', packed.subarray(0, -3), 'archive-truncated'],
  ['gzip without its trailer', packed.subarray(0, -8), 'archive-truncated'],
  ['garbage behind gzip', Buffer.concat([packed, Buffer.from('garbage')]), 'archive-trailing-garbage'],
  ['zeros behind gzip', Buffer.concat([packed, Buffer.alloc(512)]), 'archive-trailing-garbage'],
  ['much garbage behind gzip', Buffer.concat([packed, Buffer.alloc(300_000, 1)]), 'archive-trailing-garbage'],
  ['a second gzip member', Buffer.concat([packed, gzipSync(archive(file('evil')))]), 'archive-trailing-garbage'],
  ['an empty second gzip member', Buffer.concat([packed, gzipSync('')]), 'archive-trailing-garbage'],
  [
    'an archive in two gzip members',
    Buffer.concat([gzipSync(plain.subarray(0, 700)), gzipSync(plain.subarray(700))]),
    'archive-trailing-garbage',
  ],
  ['an entry behind the end, in gzip', gzipSync(Buffer.concat([plain, file('evil'), END])), 'archive-trailing-garbage'],
  ['gzip with a wrong checksum', withByte(packed, -6, (byte) => byte ^ 1), 'archive-compression'],
  ['gzip with a wrong length', withByte(packed, -2, (byte) => byte ^ 1), 'archive-compression'],
  ['gzip with damaged data', withByte(packed, 10, () => 0xff), 'archive-compression'],
  ['gzip with an unknown method', withByte(packed, 2, () => 9), 'archive-compression'],
  ['gzip with reserved flags', withByte(packed, 3, () => 0x80), 'archive-compression'],
  [
    'gzip with an endless file name',
    Buffer.concat([withByte(packed, 3, () => 8).subarray(0, 10), Buffer.alloc(9000, 'n')]),
    'archive-compression',
  ],
  ['gzip in gzip', gzipSync(packed), 'archive-truncated'],
];

/** A gzip header, then stored blocks of length 0: input without end and no output. */
const EMPTY_BLOCKS = Buffer.concat([
  packed.subarray(0, 10),
  Buffer.alloc(5 * 1024 * 1024, Buffer.from('000000ffff', 'hex')),
]);

const LIMITS: readonly (readonly [name: string, bytes: Buffer, code: ErrorCode])[] = [
  ['too many files', whole(...Array.from({ length: 64 }, (_, index) => file(`f${index}`))), 'material-too-many-files'],
  [
    'too many folders',
    whole(...Array.from({ length: 64 }, (_, index) => folder(`f${index}/`))),
    'material-too-many-files',
  ],
  ['one file too large', whole(header({ name: 'a', size: 4 * 1024 * 1024 + 1 })), 'material-too-large'],
  [
    'files too large together',
    whole(...[1, 2, 3].map((index) => file(`f${index}`, Buffer.alloc(1_500_000, index)))),
    'material-too-large',
  ],
  ['gzip of nothing but empty blocks', EMPTY_BLOCKS, 'material-too-large'],
  ['decompression bomb', gzipped(SKILL, file('zeros', Buffer.alloc(3 * 1024 * 1024))), 'archive-ratio'],
  [
    'decompression bomb behind the end',
    gzipSync(Buffer.concat([plain, Buffer.alloc(8 * 1024 * 1024)])),
    'archive-ratio',
  ],
];

export const HOSTILE_ARCHIVES: readonly HostileArchive[] = [
  ...HOSTILE_PATHS.map(([name, path, code]) => ({ name: `path: ${name}`, bytes: whole(file(path)), code })),
  ...HOSTILE_PAIRS.map(([name, first, second, code]) => ({
    name: `pair: ${name}`,
    bytes: archive(file(first), file(second)),
    code,
  })),
  ...ENTRIES.map(([name, bytes, code]) => ({ name: `entry: ${name}`, bytes, code })),
  ...HEADERS.map(([name, bytes, code]) => ({ name: `header: ${name}`, bytes, code })),
  ...ENDS.map(([name, bytes, code]) => ({ name: `end: ${name}`, bytes, code })),
  ...LIMITS.map(([name, bytes, code]) => ({ name: `limit: ${name}`, bytes, code })),
];
