// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import { audit, type AuditReport } from '../../src/audit/audit.js';
import type { JsonValue } from '../../src/canonical-json.js';
import { VerifierRegistry } from '../../src/consent/verifier-registry.js';
import { CountersignError } from '../../src/errors/index.js';
import { parseStreamName } from '../../src/ids.js';
import { parseInstant } from '../../src/instant.js';
import { MemoryEngineStore } from '../../src/journal/memory-engine-store.js';
import type { JournalRecord, KeyEntry } from '../../src/journal/record.js';
import { policyDigest, DEFAULT_POLICY } from '../../src/policy/install-policy.js';
import { decideInstall } from '../../src/reconcile/install-machine.js';
import { installStream, noInstall } from '../../src/reconcile/install-state.js';
import { proposal } from '../reconcile/install-samples.js';

const at = parseInstant('2026-08-02T12:30:00Z');

async function journalOf(): Promise<{ records: readonly JournalRecord[]; keys: readonly KeyEntry[] }> {
  const store = new MemoryEngineStore();
  const stream = parseStreamName('test/one');
  const other = parseStreamName('test/two');
  const take = (key: string) => [{ kind: 'take', key, value: { of: key } } as const];
  await store.commit({
    commitId: 'a',
    at,
    writes: [
      { stream, expectedRevision: 0, events: [{ type: 'test.made', data: { n: 1 }, keys: take('kept') }] },
      { stream: other, expectedRevision: 0, events: [{ type: 'test.made', data: { n: 2 }, keys: take('gone') }] },
    ],
  });
  const release = [{ kind: 'release', key: 'gone' } as const];
  await store.commit({
    commitId: 'b',
    at,
    writes: [{ stream, expectedRevision: 1, events: [{ type: 'test.ended', data: {}, keys: release }] }],
  });
  return { records: await store.scan({ limit: 100 }), keys: await store.list('', { limit: 100 }) };
}

async function* streamOf<T>(items: readonly T[]): AsyncGenerator<T> {
  for (const item of items) yield await Promise.resolve(item);
}

function check(records: readonly JournalRecord[], keys: readonly KeyEntry[] | undefined): Promise<AuditReport> {
  return audit({
    records: streamOf(records),
    storedKeys: keys === undefined ? undefined : streamOf(keys),
    verifiers: new VerifierRegistry([]),
    checkpoint: undefined,
    signal: new AbortController().signal,
  });
}

/** Every single change to a leaf of a JSON value. */
function* changes(value: JsonValue, path: readonly string[] = []): Generator<readonly [string, JsonValue]> {
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
    for (const [key, item] of Object.entries(value)) {
      for (const [where, changed] of changes(item as JsonValue, [...path, key])) {
        const copy = structuredClone(value) as Record<string, JsonValue>;
        copy[key] = changed;
        yield [where, copy];
      }
    }
    return;
  }
  yield [path.join('.'), typeof value === 'number' ? value + 1 : `${String(value)}x`];
}

describe('A81 the audit', () => {
  test('finds nothing in an honest journal', async () => {
    const { records, keys } = await journalOf();
    expect(await check(records, keys)).toMatchObject({ finding: null, records: 3, streams: 2, keys: 1 });
  });

  test('finds any change to any field of any record, and names the first bad one', async () => {
    const { records, keys } = await journalOf();
    let tried = 0;
    for (const [index, record] of records.entries()) {
      for (const [where, changed] of changes(record as unknown as JsonValue)) {
        const tampered = records.with(index, changed as unknown as JournalRecord);
        const { finding } = await check(tampered, keys);
        expect({ where, finding: finding?.kind }).toEqual({ where, finding: 'record' });
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(30);
  });

  test('finds records that are missing, doubled or moved', async () => {
    const { records, keys } = await journalOf();
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
    const { records, keys } = await journalOf();
    for (const tampered of [
      [],
      [...keys, { key: 'forged', value: null }],
      keys.map((entry) => ({ ...entry, value: 'other' })),
    ]) {
      expect((await check(records, tampered)).finding?.kind).toBe('key');
    }
  });

  test('tells of a record that the store itself cannot read', async () => {
    const { records } = await journalOf();
    async function* broken(): AsyncGenerator<JournalRecord> {
      yield* streamOf(records.slice(0, 1));
      throw new CountersignError('corrupt', { details: { position: 2 } });
    }
    const input = {
      storedKeys: undefined,
      verifiers: new VerifierRegistry([]),
      checkpoint: undefined,
      signal: new AbortController().signal,
    };
    expect((await audit({ ...input, records: broken() })).finding).toEqual({ kind: 'unreadable', position: 2 });
  });

  test.each([
    ['a policy that never was', proposal.policyDigest],
    ['a policy that asks', policyDigest(DEFAULT_POLICY)],
  ])('finds an install that rests on %s', async (_, digest) => {
    const store = new MemoryEngineStore();
    const forged = { ...proposal, policyDigest: digest };
    const events = decideInstall(noInstall, {
      kind: 'propose',
      proposal: forged,
      basis: { kind: 'policy' },
      pointer: undefined,
    });
    const stream = installStream(forged.workspaceId, forged.capabilityId, 1);
    await store.commit({ commitId: 'forged', at, writes: [{ stream, expectedRevision: 0, events }] });
    const report = await check(await store.scan({ limit: 10 }), undefined);
    expect(report.finding).toMatchObject({ kind: 'consent', code: 'corrupt', position: 1 });
  });
});
