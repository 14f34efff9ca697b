// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import { audit, type AuditReport } from '../../src/audit/audit.js';
import { canonicalJson, type JsonValue } from '../../src/canonical-json.js';
import { VerifierRegistry } from '../../src/consent/verifier-registry.js';
import { CountersignError } from '../../src/errors/index.js';
import type { JournalRecord, KeyEntry } from '../../src/journal/record.js';
import { ReferenceVerifier } from '../conformance/consent-verifier-reference.js';
import { AUDIENCE, Story, each } from './story.js';

const input = {
  audience: AUDIENCE,
  verifiers: new VerifierRegistry([new ReferenceVerifier()]),
  checkpoint: undefined,
  signal: new AbortController().signal,
};

async function journal(): Promise<{ records: readonly JournalRecord[]; keys: readonly KeyEntry[] }> {
  const story = new Story();
  await story.install('alpha');
  story.ask('beta');
  return story.ledger;
}

function check(records: readonly JournalRecord[], keys: readonly KeyEntry[]): Promise<AuditReport> {
  return audit({ ...input, records: (after) => each(records.slice(after)), storedKeys: each(keys) });
}

/** Every single change to a leaf of a JSON value. */
function* changes(value: JsonValue, path: readonly string[] = []): Generator<readonly [string, JsonValue]> {
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
    for (const [key, item] of Object.entries(value)) {
      for (const [where, changed] of changes(item, [...path, key])) {
        const copy = structuredClone(value) as Record<string, JsonValue>;
        copy[key] = changed;
        yield [where, copy];
      }
    }
    return;
  }
  yield [path.join('.'), typeof value === 'number' ? value + 1 : `${canonicalJson(value)}x`];
}

describe('A81 the audit', () => {
  test('finds any change to any field of any record, and names the first bad one', async () => {
    const { records, keys } = await journal();
    let tried = 0;
    for (const [index, record] of records.entries()) {
      for (const [where, changed] of changes(record as unknown as JsonValue)) {
        const tampered = records.with(index, changed as unknown as JournalRecord);
        const { finding } = await check(tampered, keys);
        expect({ where, finding: finding?.kind }).toEqual({ where, finding: 'record' });
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(150);
  });

  test('finds records that are missing, doubled or moved', async () => {
    const { records, keys } = await journal();
    const [first, second, third] = records as [JournalRecord, JournalRecord, JournalRecord];
    for (const tampered of [
      [second, third],
      [first, third],
      [first, first, second, third],
      [second, first, third],
    ]) {
      expect((await check(tampered, keys)).finding?.kind).toBe('record');
    }
  });

  test('finds keys that do not follow from the records', async () => {
    const { records, keys } = await journal();
    for (const tampered of [
      [],
      keys.slice(1),
      [...keys, { key: 'forged', value: null }],
      keys.map((entry) => ({ ...entry, value: 'other' })),
    ]) {
      expect((await check(records, tampered)).finding?.kind).toBe('key');
    }
  });

  test('tells of a record that the store itself cannot read', async () => {
    const { records } = await journal();
    async function* broken(): AsyncGenerator<JournalRecord> {
      yield* records.slice(0, 1);
      throw new CountersignError('corrupt', { details: { position: 2 } });
    }
    const report = await audit({ ...input, storedKeys: undefined, records: () => broken() });
    expect(report.finding).toEqual({ kind: 'unreadable', position: 2 });
  });

  test('stops at the next record when it is aborted', async () => {
    const { records } = await journal();
    const controller = new AbortController();
    let read = 0;
    async function* counted(): AsyncGenerator<JournalRecord> {
      for await (const record of each(records)) {
        read += 1;
        if (read === 2) controller.abort();
        yield record;
      }
    }
    const aborting = { ...input, storedKeys: undefined, records: () => counted(), signal: controller.signal };
    await expect(audit(aborting)).rejects.toMatchObject({ code: 'aborted' });
    expect(read).toBe(2);
  });
});
