// SPDX-License-Identifier: Apache-2.0
import { readFile, writeFile } from 'node:fs/promises';
import { ChainVerifier, isCountersignError, type EngineStore } from '@countersign/core';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, test } from '@jest/globals';
import { commitTo, verifiedRecords } from './sample-commits.js';
import { temporaryJournal } from './temporary-journal.js';

const TEXT_COLUMNS = ['stream', 'commit_id', 'type', 'data', 'keys', 'at', 'previous', 'digest'];

/** The position of the first record that cannot be read or does not fit the chain. */
async function firstBadRecord(store: EngineStore): Promise<unknown> {
  const verifier = new ChainVerifier();
  try {
    const findings = (await store.scan({ limit: 10 })).map((record) => verifier.next(record));
    return findings.find((finding) => finding !== undefined)?.position;
  } catch (error) {
    return isCountersignError(error, 'corrupt') ? error.details['position'] : error;
  }
}

async function sixRecords(store: EngineStore): Promise<void> {
  for (let revision = 0; revision < 3; revision += 1) {
    // U+FFFD is what a lenient decoder puts for broken bytes: it must not hide them.
    await store.commit(commitTo('a/\ufffd1', revision, { kind: 'take', key: `k${revision}`, value: ['\ufffd', 1e30] }));
    await store.commit(commitTo('b/1', revision));
  }
}

describe('tampering', () => {
  const journal = temporaryJournal();

  test('A81 any byte changed in any text of a row is found, and names that record', async () => {
    const store = journal.open();
    await sixRecords(store);
    expect(await firstBadRecord(store)).toBeUndefined();
    const raw = new SqliteDatabase(journal.file);
    raw.pragma('synchronous = OFF');
    let changes = 0;
    for (const column of TEXT_COLUMNS) {
      const read = raw.prepare(`SELECT CAST(${column} AS BLOB) FROM records WHERE position = 3`).pluck();
      const write = raw.prepare(`UPDATE records SET ${column} = CAST(? AS TEXT) WHERE position = 3`);
      const original = read.get() as Buffer;
      for (let index = 0; index < original.length; index += 1) {
        // Another letter, the other case, no UTF-8, and (for EF BF BD, U+FFFD) what a lenient decoder reads as the same.
        for (const flip of [0x01, 0x20, 0x80, 0x1e]) {
          const changed = Buffer.from(original);
          changed[index] = (original[index] ?? 0) ^ flip;
          write.run(changed);
          expect([column, index, flip, await firstBadRecord(store)]).toEqual([column, index, flip, 3]);
          changes += 1;
        }
      }
      write.run(original);
    }
    raw.close();
    expect(changes).toBeGreaterThan(1000);
    expect(await firstBadRecord(store)).toBeUndefined();
  });

  test.each([
    ['position = 99 WHERE position = 3', 4],
    ['revision = 99 WHERE position = 3', 3],
    ['previous = NULL WHERE position = 3', 3],
    ["data = data || ' ' WHERE position = 3", 3],
    ['data = \'{"n":1e5}\' WHERE position = 3', 3],
    ['data = \'{"n":100000,"n":100000}\' WHERE position = 3', 3],
    ["keys = replace(keys, '1e+30', '1E+30') WHERE position = 3", 3],
  ])('A81 SET %s is found, and the first bad record is %i', async (change, position) => {
    const store = journal.open();
    await sixRecords(store);
    const raw = new SqliteDatabase(journal.file);
    expect(raw.prepare(`UPDATE records SET ${change}`).run().changes).toBe(1);
    raw.close();
    expect(await firstBadRecord(store)).toBe(position);
  });

  test('A81 a record taken out of the middle is found', async () => {
    const store = journal.open();
    await sixRecords(store);
    const raw = new SqliteDatabase(journal.file);
    raw.exec('DELETE FROM records WHERE position = 3');
    raw.close();
    expect(await firstBadRecord(store)).toBe(4);
  });

  test('A81 a byte changed anywhere in the file is refused with a code, found, or changes no record', async () => {
    const written = journal.open();
    await sixRecords(written);
    const records = await verifiedRecords(written);
    await written.close();
    const original = await readFile(journal.file);
    let noticed = 0;
    for (let index = 0; index < original.length; index += 149) {
      const changed = Buffer.from(original);
      changed[index] = (original[index] ?? 0) ^ 0xff;
      await writeFile(journal.file, changed);
      const store = journal.open();
      const outcome = await verifiedRecords(store).catch((error: unknown) =>
        isCountersignError(error) ? error.code : (error as Error).message,
      );
      await store.close();
      if (typeof outcome !== 'string') expect(outcome).toEqual(records);
      else
        expect(outcome).toMatch(/^(corrupt|store-newer|unavailable|(digest|revision|previous|position|stream) at \d)$/);
      noticed += typeof outcome === 'string' ? 1 : 0;
    }
    expect(noticed).toBeGreaterThan(10);
  });
});
