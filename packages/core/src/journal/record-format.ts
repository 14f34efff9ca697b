// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { JsonValue } from '../canonical-json.js';
import { CountersignError } from '../errors/index.js';
import type { JournalRecord } from './record.js';

const json: z.ZodType<JsonValue> = z.lazy(() =>
  z.union([z.null(), z.boolean(), z.number(), z.string(), z.array(json), z.record(z.string(), json)]),
);
const digest = z.string().regex(/^[0-9a-f]{64}$/);

const recordShape = z.strictObject({
  position: z.int().positive(),
  stream: z.string(),
  revision: z.int().positive(),
  commitId: z.string(),
  type: z.string(),
  data: z.record(z.string(), json),
  keys: z.array(
    z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('take'), key: z.string(), value: json }),
      z.strictObject({ kind: z.literal('release'), key: z.string() }),
    ]),
  ),
  at: z.string(),
  previous: digest.nullable(),
  digest,
});

/** Reads one record from its JSON value. @throws `shape-invalid` */
export function readRecord(value: JsonValue): JournalRecord {
  const parsed = recordShape.safeParse(value);
  if (!parsed.success) throw new CountersignError('shape-invalid', { details: { document: 'record' } });
  return parsed.data as unknown as JournalRecord;
}
