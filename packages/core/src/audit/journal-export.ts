// SPDX-License-Identifier: Apache-2.0
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { canonicalJson, parseCanonicalJson, type JsonValue } from '../canonical-json.js';
import { CountersignError } from '../errors/index.js';
import { MerkleTree } from '../journal/merkle-tree.js';
import type { JournalRecord } from '../journal/record.js';
import { readRecord } from '../journal/record-format.js';

/** Canonical bytes of one line. */
const MAX_LINE_BYTES = 1024 * 1024;

const headShape = z.strictObject({ schema: z.literal('countersign/export/v1'), audience: z.string() });
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

/**
 * Reads the records of an export, line by line, without a database. That their digests hold is the audit's business; that
 * the file is whole is checked here.
 * @throws `export-invalid`, `json-*`, `shape-invalid`
 */
export async function* importRecords(file: Readable): AsyncGenerator<JournalRecord> {
  const tree = new MerkleTree();
  let state: 'head' | 'records' | 'ended' = 'head';
  for await (const line of createInterface({ input: file, crlfDelay: Infinity })) {
    const value = parseCanonicalJson(line, MAX_LINE_BYTES);
    if (state === 'ended') throw new CountersignError('export-invalid', { details: { reason: 'text behind the end' } });
    if (state === 'head') {
      if (!headShape.safeParse(value).success)
        throw new CountersignError('export-invalid', { details: { reason: 'no head' } });
      state = 'records';
      continue;
    }
    const tail = tailShape.safeParse(value);
    if (tail.success) {
      if (tail.data.records !== tree.size || tail.data.root !== tree.root()) {
        throw new CountersignError('export-invalid', { details: { reason: 'the end does not fit the records' } });
      }
      state = 'ended';
      continue;
    }
    const record = readRecord(value);
    tree.append(record.digest);
    yield record;
  }
  if (state !== 'ended') throw new CountersignError('export-invalid', { details: { reason: 'no end' } });
}
