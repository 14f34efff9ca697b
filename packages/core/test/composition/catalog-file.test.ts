// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { mkdtemp, rename, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createCatalog, emptyCatalog, MAX_CATALOG_BYTES } from '../../src/catalog/catalog.js';
import { CatalogFile } from '../../src/composition/catalog-file.js';
import { sampleEntry } from '../catalog/sample-entry.js';

const text = (title: string) => JSON.stringify(createCatalog([sampleEntry('a', { title })]));

describe('a catalog file', () => {
  let folder: string;
  let path: string;
  let catalog: CatalogFile;
  const titleNow = async () => (await catalog.read()).entries[0]?.title;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countersign-catalog-'));
    path = join(folder, 'catalog.json');
    catalog = new CatalogFile(path);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await rm(folder, { recursive: true });
  });

  /** As if the file had been written long ago: only then are its times trusted. */
  function letTimePass(): void {
    const later = Date.now() + 60_000;
    jest.spyOn(Date, 'now').mockReturnValue(later);
  }

  test('is parsed once while nobody touches it', async () => {
    await writeFile(path, text('first'));
    letTimePass();
    const first = await catalog.read();
    expect(first.entries[0]?.title).toBe('first');
    expect(await catalog.read()).toBe(first);
  });

  test.each<[string, (changed: string) => Promise<void>]>([
    ['written', (changed) => writeFile(path, changed)],
    [
      'replaced by another file',
      async (changed) => {
        await writeFile(`${path}.new`, changed);
        await rename(`${path}.new`, path);
      },
    ],
    [
      'written, and its time of change set back',
      async (changed) => {
        await writeFile(path, changed);
        await utimes(path, 1, 1);
      },
    ],
  ])('is read anew when it was %s', async (_, change) => {
    await writeFile(path, text('one'));
    await utimes(path, 1, 1);
    letTimePass();
    expect(await titleNow()).toBe('one');
    await change(text('two'));
    expect(await titleNow()).toBe('two');
  });

  test.each([
    ['parsed each time', 1_999, false],
    ['parsed once', 2_000, true],
  ])(
    'is %s when it was changed %i ms ago, as two writes in one tick of its clock look like one',
    async (_, age, same) => {
      await writeFile(path, text('first'));
      const { ctimeMs } = await stat(path, { bigint: true });
      jest.spyOn(Date, 'now').mockReturnValue(Number(ctimeMs) + age);
      const first = await catalog.read();
      expect((await catalog.read()) === first).toBe(same);
    },
  );

  test('is empty where there never was one, and is found once it is there', async () => {
    expect(await catalog.read()).toBe(emptyCatalog);
    await writeFile(path, text('first'));
    expect(await titleNow()).toBe('first');
  });

  test('is not empty when it was there and is gone: an editor may be saving it', async () => {
    await writeFile(path, text('first'));
    letTimePass();
    await catalog.read();
    await rename(path, `${path}~`);
    const gone = { code: 'configuration-invalid', details: { field: 'catalog', reason: 'gone' } };
    await expect(catalog.read()).rejects.toMatchObject(gone);
    await expect(catalog.read()).rejects.toMatchObject(gone);
    await rename(`${path}~`, path);
    expect(await titleNow()).toBe('first');
  });

  test('counts as there, though what it held could not be read', async () => {
    await writeFile(path, '');
    await expect(catalog.read()).rejects.toMatchObject({ code: 'json-invalid' });
    await rm(path);
    await expect(catalog.read()).rejects.toMatchObject({ code: 'configuration-invalid' });
  });

  test.each([
    ['a folder', () => new CatalogFile(folder)],
    ['a pipe, which nobody will ever write to', () => new CatalogFile(pipe(join(folder, 'pipe')))],
  ])('is refused when it is %s', async (_, open) => {
    const details = { field: 'catalog', reason: 'not-a-file' };
    await expect(open().read()).rejects.toMatchObject({ code: 'configuration-invalid', details });
  });

  test('is refused by its size, before it is read', async () => {
    await writeFile(path, text('first'));
    await truncate(path, MAX_CATALOG_BYTES + 1);
    await expect(catalog.read()).rejects.toMatchObject({ code: 'json-too-large' });
  });
});

function pipe(path: string): string {
  execFileSync('mkfifo', [path]);
  return path;
}
