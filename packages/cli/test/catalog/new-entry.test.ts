// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import { createManifest, manifestDigest, parseDigest, sha256, type CatalogEntry, type Pin } from '@countersign/core';
import { newEntry, type EntryFacts, type EntryWords } from '../../src/catalog/new-entry.js';

function pinOf(text: string, name: string | null, description: string | null): Pin {
  const manifest = createManifest([
    { path: 'SKILL.md', executable: false, size: 1, sha256: parseDigest(sha256(text)) },
  ]);
  const grants = { allowedTools: [], hooks: [], executables: [] };
  const nothing = { linkedHosts: [], hidden: [], binaries: [], problems: [] };
  return {
    manifest,
    manifestDigest: manifestDigest(manifest),
    report: { name, description, license: null, grants, ...nothing },
  };
}

const FACTS: EntryFacts = {
  pin: pinOf('one', 'review', ' Reviews code.\n'),
  material: { scheme: 'npm', package: '@acme/skills', version: '1.0.0', integrity: 'x', path: 'skills/review' },
  folder: 'review',
  publisher: 'npm:@acme/skills',
};
const add = (present: readonly CatalogEntry[] = [], words: EntryWords = {}, facts: Partial<EntryFacts> = {}) =>
  newEntry(present, words, { ...FACTS, ...facts });

describe('a catalog entry', () => {
  test('takes what the bytes and their place tell', () => {
    expect(add()).toEqual({
      id: 'review',
      kind: 'skill',
      title: 'review',
      description: 'Reviews code.',
      triggers: [],
      languages: [],
      publisher: 'npm:@acme/skills',
      folder: 'review',
      material: FACTS.material,
      manifestDigest: FACTS.pin.manifestDigest,
    });
  });

  test('takes what people say instead', () => {
    const words = {
      id: 'acme.review',
      title: 'Review',
      trigger: ['code review'],
      language: ['Go'],
      publisher: 'Acme',
      folder: 'rv',
    };
    expect(add([], words)).toMatchObject({
      id: 'acme.review',
      title: 'Review',
      triggers: ['code review'],
      languages: ['Go'],
      publisher: 'Acme',
      folder: 'rv',
    });
  });

  test('keeps what people said when the same skill is pinned anew', () => {
    const old = add([], { title: 'Review', trigger: ['code review'], publisher: 'Acme' });
    const pin = pinOf('two', 'review', 'Reviews more.');
    const anew = add([old], {}, { pin, material: { ...FACTS.material, version: '2.0.0', path: 'moved/review' } });
    expect(anew).toMatchObject({
      title: 'Review',
      triggers: ['code review'],
      publisher: 'Acme',
      description: 'Reviews more.',
    });
    expect(anew.manifestDigest).toBe(pin.manifestDigest);
  });

  test('does not take the place of another skill unless its id is named', () => {
    const material = { ...FACTS.material, package: 'other-skills' };
    expect(() => add([add()], {}, { material })).toThrow(
      expect.objectContaining({ code: 'id-taken', details: { id: 'review' } }),
    );
    expect(add([add()], { id: 'review' }, { material }).material).toEqual(material);
  });

  test('is cut to what a catalog holds, at a whole character', () => {
    const pin = pinOf('one', `${'x'.repeat(199)}😀`, 'y'.repeat(3000));
    const { title, description } = add([], {}, { pin });
    expect([title.length, description.length, title.isWellFormed()]).toEqual([200, 2000, true]);
  });
});
