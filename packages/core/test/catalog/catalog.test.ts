// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import type { JsonValue } from '../../src/canonical-json.js';
import {
  createCatalog,
  emptyCatalog,
  readCatalog,
  releaseRoot,
  withEntry,
  type Catalog,
  type CatalogEntry,
} from '../../src/catalog/catalog.js';
import { sampleEntry } from './sample-entry.js';

const entries = () => [sampleEntry('a', { triggers: ['deploy'] }), sampleEntry('b')];

describe('a catalog cannot change behind its root', () => {
  test.each<[string, () => Catalog]>([
    ['createCatalog', () => createCatalog(entries())],
    ['readCatalog', () => readCatalog(createCatalog(entries()) as unknown as JsonValue)],
    ['withEntry', () => withEntry(createCatalog(entries()), sampleEntry('c'))],
    ['emptyCatalog', () => emptyCatalog],
  ])('%s makes it frozen', (_, make) => {
    const catalog = make();
    expect(() => (catalog.entries as CatalogEntry[]).push(sampleEntry('z'))).toThrow(TypeError);
    for (const { triggers, languages, material } of catalog.entries) {
      expect(() => (triggers as string[]).push('more')).toThrow(TypeError);
      expect(() => (languages as string[]).push('more')).toThrow(TypeError);
      expect(() => Object.assign(material, { path: 'elsewhere' })).toThrow(TypeError);
    }
  });

  test('what it was made from stays the caller’s own to change', () => {
    const [first, second] = entries();
    if (first === undefined || second === undefined) throw new Error('no entries');
    const catalog = createCatalog([first, second]);
    const root = releaseRoot(catalog);
    (first.triggers as string[]).push('more');
    Object.assign(first, { title: 'another' });
    expect(catalog.entries[0]).toEqual(sampleEntry('a', { triggers: ['deploy'] }));
    expect(releaseRoot(createCatalog(catalog.entries))).toBe(root);
  });

  test.each<[string, (catalog: Catalog) => Catalog]>([
    ['nothing of it is frozen', (catalog) => catalog],
    ['it is frozen and its list is not', (catalog) => Object.freeze(catalog)],
    ['an entry is not frozen', (catalog) => (Object.freeze(catalog.entries), Object.freeze(catalog))],
  ])('made by hand, it gets a new root when it is changed: %s', (_, freeze) => {
    const triggers: string[] = [];
    const catalog = freeze({ schema: 'countersign/catalog/v1', entries: [sampleEntry('a', { triggers })] });
    const before = releaseRoot(catalog);
    expect(releaseRoot(catalog)).toBe(before);
    triggers.push('deploy');
    expect(releaseRoot(catalog)).not.toBe(before);
    expect(releaseRoot(catalog)).toBe(releaseRoot(createCatalog(catalog.entries)));
  });

  test('a getter of a frozen object counts as able to change', () => {
    let title = 'first';
    const changing = Object.freeze({
      ...Object.fromEntries(Object.entries(sampleEntry('a')).map(([name, value]) => [name, Object.freeze(value)])),
      get title() {
        return title;
      },
    }) as unknown as CatalogEntry;
    const catalog = Object.freeze({ schema: 'countersign/catalog/v1', entries: Object.freeze([changing]) }) as Catalog;
    const before = releaseRoot(catalog);
    title = 'second';
    expect(releaseRoot(catalog)).not.toBe(before);
  });
});
