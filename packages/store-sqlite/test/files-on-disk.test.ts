// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseStreamName } from '@countersign/core';
import { describe, expect, test } from '@jest/globals';
import { SqliteEngineStore } from '../src/index.js';
import { commitTo, verifiedRecords } from './sample-commits.js';
import { temporaryJournal } from './temporary-journal.js';

async function modeOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8);
}

describe('files on disk', () => {
  const journal = temporaryJournal();

  test('A02 opening, reading and closing create nothing', async () => {
    const store = new SqliteEngineStore({ file: join(journal.folder, 'state', 'journal.sqlite') });
    expect(await store.scan({ limit: 10 })).toEqual([]);
    expect(await store.scan({ limit: 10, category: 'a' })).toEqual([]);
    expect(await store.read(parseStreamName('a/1'), { limit: 10 })).toEqual([]);
    expect(await store.list('', { limit: 10 })).toEqual([]);
    expect(await store.lookup('k')).toBeUndefined();
    await store.close();
    expect(await readdir(journal.folder)).toEqual([]);
  });

  test('the first commit makes folders of mode 0700 and files of mode 0600', async () => {
    const file = join(journal.folder, 'deep', 'state', 'journal.sqlite');
    const store = new SqliteEngineStore({ file });
    await store.commit(commitTo('a/1', 0));
    expect((await readdir(join(file, '..'))).sort()).toEqual([
      'journal.sqlite',
      'journal.sqlite-shm',
      'journal.sqlite-wal',
    ]);
    for (const path of [file, `${file}-wal`, `${file}-shm`]) expect([path, await modeOf(path)]).toEqual([path, '600']);
    for (const path of [join(file, '..'), join(file, '..', '..')]) expect(await modeOf(path)).toBe('700');
    await store.close();
    expect(await readdir(join(file, '..'))).toEqual(['journal.sqlite']);
  });

  test('a lease adds one empty lock file of mode 0600 in a folder of mode 0700, and closing removes it', async () => {
    const store = journal.open();
    await store.acquireLease('work', { ttlMs: 60_000, waitMs: 0 });
    const holders = `${journal.file}-holders`;
    const [lock = '', ...others] = await readdir(holders);
    expect(others).toEqual([]);
    expect((await stat(join(holders, lock))).size).toBe(0);
    expect(await modeOf(join(holders, lock))).toBe('600');
    expect(await modeOf(holders)).toBe('700');
    await store.close();
    expect(await readdir(holders)).toEqual([]);
  });

  test('an empty file, left where a creator was killed, reads as nothing and takes the first commit', async () => {
    await writeFile(journal.file, '', { mode: 0o600 });
    const store = journal.open();
    expect(await store.scan({ limit: 10 })).toEqual([]);
    expect((await stat(journal.file)).size).toBe(0);
    await store.commit(commitTo('a/1', 0));
    expect(await verifiedRecords(store)).toHaveLength(1);
  });

  test('a file that was moved away or replaced under an open store is refused, not written to', async () => {
    const store = journal.open();
    await store.commit(commitTo('a/1', 0));
    await rename(journal.file, `${journal.file}.moved`);
    await expect(store.commit(commitTo('a/1', 1))).rejects.toMatchObject({ code: 'unavailable' });
    await expect(store.scan({ limit: 10 })).rejects.toMatchObject({ code: 'unavailable' });
    await writeFile(journal.file, '');
    await expect(store.commit(commitTo('a/1', 1))).rejects.toMatchObject({ code: 'unavailable' });
    await store.close();
    expect(existsSync(`${journal.file}.moved`)).toBe(true);
  });

  test('a folder where the file should be is unavailable', async () => {
    const store = new SqliteEngineStore({ file: journal.folder });
    await expect(store.scan({ limit: 10 })).rejects.toMatchObject({ code: 'unavailable' });
    await expect(store.commit(commitTo('a/1', 0))).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('a file where a folder should be is unavailable', async () => {
    await writeFile(join(journal.folder, 'state'), 'a file');
    const store = new SqliteEngineStore({ file: join(journal.folder, 'state', 'journal.sqlite') });
    await expect(store.commit(commitTo('a/1', 0))).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('a relative path is refused', () => {
    expect(() => new SqliteEngineStore({ file: 'journal.sqlite' })).toThrow(
      expect.objectContaining({ code: 'configuration-invalid' }),
    );
  });
});
