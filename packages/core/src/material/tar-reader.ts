// SPDX-License-Identifier: Apache-2.0
import { CountersignError } from '../errors/index.js';
import type { ByteReader } from './byte-reader.js';
import { readPaxRecords, readText, type PaxRecords } from './pax-records.js';
import { readTarHeader, TAR_BLOCK_BYTES, type TarHeader } from './tar-header.js';

/** A file or folder of an archive. Its path is as the archive has it, but for a leading `./` and a folder's last slash. */
export interface TarMember {
  readonly kind: 'file' | 'folder';
  readonly path: string;
  readonly size: number;
  readonly executable: boolean;
  readonly body: TarBody;
}

/** Long names and extended headers; real ones are far below it. They are the only content that is held in memory. */
const MAX_EXTENSION_BYTES = 64 * 1024;
/** Tar pads to whole records, 10 KiB by default. */
const MAX_PADDING_BYTES = 1024 * 1024;
const PORTION_BYTES = 64 * 1024;

/** The content of one member. It reads from the archive itself, so it ends for good when the next member is asked for. */
export class TarBody implements AsyncIterable<Uint8Array> {
  readonly #reader: ByteReader;
  #left: number;

  constructor(reader: ByteReader, size: number) {
    this.#reader = reader;
    this.#left = size;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    while (this.#left > 0) {
      const portion = await this.#reader.some(Math.min(this.#left, PORTION_BYTES));
      if (portion === undefined) throw new CountersignError('archive-truncated');
      this.#left -= portion.length;
      yield portion;
    }
  }

  async skipRest(): Promise<void> {
    for await (const portion of this) void portion;
  }
}

/**
 * Reads a tar archive to its very end. Everything but files, folders and the two usual ways to write long names is
 * refused, never skipped: what one reader skips, another one unpacks. Measured with tar 7.5: its `Parser` skips unknown
 * types even in strict mode, takes an archive without an end, ignores what follows the end (and hoards it in memory), and
 * cuts a multi-byte name at a chunk border; so the blocks are walked here and only decoded by `tar`.
 * @throws `archive-*`, `entry-*`, `path-not-unicode`, `path-control-character`
 */
export async function* readTar(reader: ByteReader): AsyncGenerator<TarMember> {
  let extension: PaxRecords | undefined;
  for (let isFirst = true; ; isFirst = false) {
    const header = readTarHeader(await reader.exactly(TAR_BLOCK_BYTES), extension?.path);
    if (header === undefined) break;
    if (header.kind === 'extension') {
      const body = await readExtensionBody(reader, header.size);
      if (header.type === 'GlobalExtendedHeader') {
        requireHarmlessGlobal(body, isFirst);
        continue;
      }
      // Two of them before one entry: readers disagree on which counts.
      if (extension !== undefined) throw invalid('extended header');
      extension = header.type === 'ExtendedHeader' ? readPaxRecords(body) : { path: readText(withoutNul(body)) };
      continue;
    }
    const member = toMember(header, extension, new TarBody(reader, header.size));
    extension = undefined;
    if (member !== undefined) yield member;
    await member?.body.skipRest();
    await reader.exactly(paddingOf(header.size));
  }
  if (extension !== undefined) throw invalid('extended header');
  await requireEnd(reader);
}

function toMember(
  { type, path, size, mode }: TarHeader & { readonly kind: 'entry' },
  extension: PaxRecords | undefined,
  body: TarBody,
): TarMember | undefined {
  if (extension?.linkpath !== undefined) throw new CountersignError('entry-link');
  const kind = memberKind(type);
  if ((mode & 0o7000) !== 0) throw new CountersignError('entry-setuid');
  // A size beyond the 8 GiB of a header is the only reason to give it twice, and no capability is that large.
  if (extension?.size !== undefined && extension.size !== size) throw invalid('size');
  // `tar -c .` writes the folder itself as `./` and puts the same before each name. It means nothing more.
  if (kind === 'folder' && path === './') return undefined;
  const plainPath = path.replace(/^\.\//, '').replace(kind === 'folder' ? /\/$/ : '', '');
  return { kind, path: plainPath, size, executable: (mode & 0o100) !== 0, body };
}

function memberKind(type: string): 'file' | 'folder' {
  switch (type) {
    case 'File':
      return 'file';
    case 'Directory':
      return 'folder';
    case 'Link':
    case 'SymbolicLink':
    case 'NextFileHasLongLinkpath':
      throw new CountersignError('entry-link');
    case 'CharacterDevice':
    case 'BlockDevice':
    case 'FIFO':
      throw new CountersignError('entry-device');
    default:
      throw new CountersignError('entry-type', { details: { type } });
  }
}

async function readExtensionBody(reader: ByteReader, size: number): Promise<Buffer> {
  if (size > MAX_EXTENSION_BYTES) throw invalid('extended header');
  const body = await reader.exactly(size);
  await reader.exactly(paddingOf(size));
  return body;
}

/** `git archive` names its commit in the first one. A path or size in it would change every entry. */
function requireHarmlessGlobal(body: Buffer, isFirst: boolean): void {
  const { path, linkpath, size } = readPaxRecords(body);
  const changesEntries = path !== undefined || linkpath !== undefined || size !== undefined;
  if (!isFirst || changesEntries) throw invalid('global header');
}

/** The end is two blocks of zeros. One alone ends the archive for some readers and not for others. */
async function requireEnd(reader: ByteReader): Promise<void> {
  if (readTarHeader(await reader.exactly(TAR_BLOCK_BYTES)) !== undefined) throw invalid('end');
  let padding = 0;
  for (let portion; (portion = await reader.some(PORTION_BYTES)) !== undefined;) {
    padding += portion.length;
    if (padding > MAX_PADDING_BYTES || portion.some((byte) => byte !== 0)) {
      throw new CountersignError('archive-trailing-garbage');
    }
  }
}

function withoutNul(body: Buffer): Buffer {
  return body.at(-1) === 0 ? body.subarray(0, -1) : body;
}

function paddingOf(size: number): number {
  return (TAR_BLOCK_BYTES - (size % TAR_BLOCK_BYTES)) % TAR_BLOCK_BYTES;
}

function invalid(field: string): CountersignError {
  return new CountersignError('archive-invalid', { details: { field } });
}
