// SPDX-License-Identifier: Apache-2.0
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { addAbortSignal } from 'node:stream';
import { CliError } from './cli-error.js';
import type { CommandContext } from './command.js';

export interface InputFile {
  /** How the command line names the argument, for an error. */
  readonly argument: string;
  /** `-` is standard input. */
  readonly path: string;
  readonly maxBytes: number;
}

/** A small file that the command line names. @throws `file-unreadable`, `interrupted` */
export async function readInput(
  { argument, path, maxBytes }: InputFile,
  { stdin, cwd, signal }: Pick<CommandContext, 'stdin' | 'cwd' | 'signal'>,
): Promise<Buffer> {
  const unreadable = (cause?: unknown) => new CliError('file-unreadable', { details: { argument }, cause });
  try {
    const stream = path === '-' ? addAbortSignal(signal, stdin) : await openRegular(resolve(cwd, path));
    return await collect(stream, maxBytes);
  } catch (thrown) {
    if (signal.aborted) throw new CliError('interrupted', { cause: thrown });
    throw unreadable(thrown);
  }
}

/** A stream over a regular file; a pipe could keep the command waiting for ever. */
export async function openRegular(path: string): Promise<Readable> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  if ((await file.stat()).isFile()) return file.createReadStream();
  await file.close();
  throw new CliError('file-unreadable');
}

async function collect(stream: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk as Uint8Array);
    size += bytes.byteLength;
    if (size > maxBytes) throw new RangeError('more bytes than allowed');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
