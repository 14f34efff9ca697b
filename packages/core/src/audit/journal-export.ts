// SPDX-License-Identifier: Apache-2.0
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { canonicalJson, parseCanonicalJson, type JsonValue } from '../canonical-json.js';
import { CountersignError, isCountersignError } from '../errors/index.js';
import { MAX_EVENT_BYTES } from '../journal/journal.js';
import { MerkleTree } from '../journal/merkle-tree.js';
import type { JournalRecord } from '../journal/record.js';
import { readRecord } from '../journal/record-format.js';
import { guarded } from '../material/guarded.js';
import { boundedLines } from './bounded-lines.js';

/** Canonical bytes of one line: what a commit takes for an event, and room for what every record has. */
const MAX_LINE_BYTES = MAX_EVENT_BYTES + 64 * 1024;

const headShape = z.strictObject({
  schema: z.literal('countersign/export/v1'),
  audience: z.string().min(1).max(256),
});
const tailShape = z.strictObject({
  schema: z.literal('countersign/export-end/v1'),
  records: z.int().nonnegative(),
  root: z.string().regex(/^[0-9a-f]{64}$/),
});

/**
 * The lines of an export, without newlines: a head, each record in commit order, and an end that tells how many there are
 * and their tree hash, so that a cut-off file is noticed. Canonical JSON throughout; constant memory.
 */
export async function* exportLines(records: AsyncIterable<JournalRecord>, audience: string): AsyncGenerator<string> {
  const tree = new MerkleTree();
  yield canonicalJson({ schema: 'countersign/export/v1', audience });
  for await (const record of records) {
    tree.append(record.digest);
    yield canonicalJson(record as unknown as JsonValue);
  }
  yield canonicalJson({ schema: 'countersign/export-end/v1', records: tree.size, root: tree.root() });
}

export interface ImportedExport {
  /** The installation that the export says it is of. */
  readonly audience: string;
  /** Can be read once. */
  readonly records: AsyncGenerator<JournalRecord>;
}

/**
 * Reads an export line by line, without a database. That the digests of its records hold is the audit's business; that the
 * file is whole is checked here, at the latest with the last record. Holds one line in memory, of at most 4 MiB and 64 KiB.
 * @throws `export-invalid`, `export-unreadable`, `json-*`, `shape-invalid`, `aborted`; the records throw the same
 */
export async function importRecords(
  file: Readable,
  signal: AbortSignal = new AbortController().signal,
): Promise<ImportedExport> {
  const lines = boundedLines(chunksOf(file, signal), MAX_LINE_BYTES);
  const first = await lines.next();
  const head = headShape.safeParse(first.done === true ? null : parseCanonicalJson(first.value, MAX_LINE_BYTES));
  if (!head.success) throw invalid('no head');
  return { audience: head.data.audience, records: recordsOf(lines) };
}

async function* recordsOf(lines: AsyncIterable<Uint8Array>): AsyncGenerator<JournalRecord> {
  const tree = new MerkleTree();
  let ended = false;
  for await (const line of lines) {
    if (ended) throw invalid('text behind the end');
    const value = parseCanonicalJson(line, MAX_LINE_BYTES);
    const tail = tailShape.safeParse(value);
    if (tail.success) {
      const { records, root } = tail.data;
      if (records !== tree.size || root !== tree.root()) throw invalid('the end does not fit the records');
      ended = true;
      continue;
    }
    const record = readRecord(value);
    tree.append(record.digest);
    yield record;
  }
  if (!ended) throw invalid('no end');
}

async function* chunksOf(file: Readable, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of guarded<Uint8Array | string>(file, signal)) {
      yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    }
  } catch (error) {
    if (!isCountersignError(error, 'source-unreachable')) throw error;
    throw new CountersignError('export-unreadable', { cause: error.cause });
  }
}

function invalid(reason: string): CountersignError {
  return new CountersignError('export-invalid', { details: { reason } });
}
