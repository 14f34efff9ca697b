// SPDX-License-Identifier: Apache-2.0
import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { exportLines, importRecords } from '../../src/audit/journal-export.js';
import { verifyExport } from '../../src/audit/verify-export.js';
import { checkpointSigningBytes, type Checkpoint } from '../../src/journal/checkpoint.js';
import { canonicalJson } from '../../src/canonical-json.js';
import { VerifierRegistry } from '../../src/consent/verifier-registry.js';
import { Journal, MAX_EVENT_BYTES } from '../../src/journal/journal.js';
import { MemoryEngineStore } from '../../src/journal/memory-engine-store.js';
import type { JournalRecord } from '../../src/journal/record.js';
import { parseStreamName } from '../../src/ids.js';
import { parseInstant } from '../../src/instant.js';
import { systemRandomness } from '../../src/randomness.js';
import { ReferenceVerifier } from '../conformance/consent-verifier-reference.js';
import { AUDIENCE, Story, each, people } from './story.js';

const at = parseInstant('2026-08-02T12:30:00Z');
const verifiers = new VerifierRegistry([new ReferenceVerifier()]);

async function exported(records?: readonly JournalRecord[]): Promise<string> {
  const story = new Story();
  await story.install('説明');
  const lines: string[] = [];
  for await (const line of exportLines(each(records ?? story.ledger.records), AUDIENCE)) lines.push(`${line}\n`);
  return lines.join('');
}

async function imported(file: Readable): Promise<JournalRecord[]> {
  const records: JournalRecord[] = [];
  for await (const record of (await importRecords(file)).records) records.push(record);
  return records;
}

function* bytesOf(text: string): Generator<Uint8Array> {
  for (const byte of Buffer.from(text)) yield Uint8Array.of(byte);
}

async function signedFor(fields: Partial<Checkpoint>): Promise<Checkpoint> {
  const story = new Story();
  const { records, root } = await story.audit();
  const { principal, authenticatorId } = people.approver;
  const schema = 'countersign/checkpoint/v1';
  const unsigned = {
    schema,
    audience: AUDIENCE,
    size: records,
    root,
    at,
    principal,
    authenticatorId,
    ...fields,
  } as const;
  return { ...unsigned, proof: await people.approver.sign(checkpointSigningBytes(unsigned)) };
}

describe('an export', () => {
  test('A46 verifies with nothing but verifiers, and tells whose it is', async () => {
    const report = await verifyExport(Readable.from([await exported()]), { verifiers });
    expect(report).toMatchObject({ finding: null, audience: AUDIENCE, proofs: 1, records: 8 });
  });

  test('A46 verifies byte by byte, with characters split over chunks', async () => {
    const text = await exported();
    expect(Buffer.byteLength(text)).toBeGreaterThan(text.length);
    const report = await verifyExport(Readable.from(bytesOf(text)), { verifiers });
    expect(report).toMatchObject({ finding: null, records: 8 });
  });

  test('A46 may lack the last newline, and no other', async () => {
    const text = await exported();
    expect((await verifyExport(Readable.from([text.slice(0, -1)]), { verifiers })).finding).toBeNull();
    const joined = verifyExport(Readable.from([text.replace('\n', '')]), { verifiers });
    await expect(joined).rejects.toMatchObject({ code: 'json-invalid' });
  });

  test('A81 with carriage returns, blank lines or spaces is not the canonical one', async () => {
    const text = await exported();
    for (const [changed, code] of [
      [text.replaceAll('\n', '\r\n'), 'json-not-canonical'],
      [text.replace('\n', '\r\n'), 'json-not-canonical'],
      [text.replace('\n', '\n '), 'json-not-canonical'],
      [text.replace('\n', '\n\n'), 'json-invalid'],
      [`\ufeff${text}`, 'json-invalid'],
    ] as const) {
      await expect(imported(Readable.from([changed]))).rejects.toMatchObject({ code });
    }
  });

  test('A81 that is cut off, added to, headless or empty is refused', async () => {
    const text = await exported();
    const lines = text.split('\n');
    for (const changed of [
      '',
      lines.slice(1).join('\n'),
      lines.slice(0, -2).join('\n'),
      `${text}${lines[1] ?? ''}\n`,
      lines.toSpliced(3, 1).join('\n'),
    ]) {
      await expect(imported(Readable.from([changed]))).rejects.toMatchObject({ code: 'export-invalid' });
    }
  });

  test('A81 holds any record that can be committed', async () => {
    const store = new MemoryEngineStore();
    const room = MAX_EVENT_BYTES - Buffer.byteLength(canonicalJson({ data: { text: '' }, keys: [] }));
    const event = (bytes: number) => ({
      type: 'test.made',
      data: { text: '\u2028'.repeat(bytes / 3).padEnd(bytes / 3 + (bytes % 3), 'x') },
    });
    const write = (bytes: number) => [
      { stream: parseStreamName('test/large'), expectedRevision: 0, events: [event(bytes)] },
    ];
    const journal = new Journal(store, systemRandomness);
    await expect(journal.commit(write(room + 3), { at })).rejects.toMatchObject({ code: 'event-too-large' });
    const records = await journal.commit(write(room - (room % 3)), { at });
    expect(await imported(Readable.from([await exported(records)]))).toEqual(records);
  });
});

describe('a hostile export', () => {
  test('A81 with an endless line is refused at the limit', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 'a');
    let read = 0;
    const endless = new Readable({
      read() {
        read += 1;
        this.push(read > 700 ? null : chunk);
      },
    });
    await expect(verifyExport(endless, { verifiers })).rejects.toMatchObject({ code: 'json-too-large' });
    expect(read).toBeLessThan(10);
    expect(endless.destroyed).toBe(true);
  });

  test('A81 that breaks off, or never goes on, ends in an error with a code', async () => {
    const text = await exported();
    function* broken(): Generator<string> {
      yield text.slice(0, 900);
      throw Object.assign(new Error('EIO'), { code: 'EIO' });
    }
    const failing = verifyExport(Readable.from(broken()), { verifiers });
    await expect(failing).rejects.toMatchObject({ code: 'export-unreadable', retryable: true });

    const controller = new AbortController();
    const hanging = new Readable({ read: () => undefined });
    hanging.push(text.slice(0, 900));
    const waiting = verifyExport(hanging, { verifiers, signal: controller.signal });
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
    expect(hanging.destroyed).toBe(true);
  });

  test('A46 of another installation is refused where one is meant, and so is a checkpoint of another one', async () => {
    const text = await exported();
    const file = Readable.from([text]);
    const other = verifyExport(file, { verifiers, audience: 'production' });
    await expect(other).rejects.toMatchObject({ code: 'audience-differs' });
    expect(file.destroyed).toBe(true);

    const checkpoint = await signedFor({});
    expect((await verifyExport(Readable.from([text]), { verifiers, checkpoint })).finding).toBeNull();
    const elsewhere = await signedFor({ audience: 'production' });
    const refused = verifyExport(Readable.from([text]), { verifiers, checkpoint: elsewhere });
    await expect(refused).rejects.toMatchObject({ code: 'audience-differs' });
  });

  test('A46 whose head names another installation than its challenges is found', async () => {
    const text = (await exported()).replace(`{"audience":"${AUDIENCE}"`, '{"audience":"production"');
    const { finding } = await verifyExport(Readable.from([text]), { verifiers });
    expect(finding).toMatchObject({ kind: 'consent', code: 'assertion-wrong-audience', position: 2 });
  });
});
