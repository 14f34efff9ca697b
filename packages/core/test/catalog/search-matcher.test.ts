// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import { createCatalog, type Catalog } from '../../src/catalog/catalog.js';
import { SearchMatcher } from '../../src/catalog/search-matcher.js';
import { sampleEntry } from './sample-entry.js';

const catalog = createCatalog([
  sampleEntry('python-context', {
    title: 'Python context managers',
    description: 'Repairs state restoration in nested Python context managers.',
    triggers: ['context manager'],
    languages: ['Python'],
  }),
  sampleEntry('browser', {
    title: 'Browser tests',
    description: 'Automate a browser, test web pages.',
    triggers: ['browser test', '浏览器'],
  }),
  sampleEntry('pdf', { title: 'PDF reports', description: 'Make PDF reports from data.', triggers: ['pdf report'] }),
]);
const matcher = new SearchMatcher();
const ids = (task: string, language?: string) =>
  matcher.match(language === undefined ? { task } : { task, language }, catalog).map((match) => match.entry.id);

describe('the matcher', () => {
  test('finds a capability by a trigger, and says which', () => {
    const [match] = matcher.match(
      { task: 'repair nested Python context manager state restoration', language: 'Python' },
      catalog,
    );
    expect(match?.entry.id).toBe('python-context');
    expect(match?.reasons).toContainEqual({ kind: 'trigger', trigger: 'context manager' });
    expect(match?.reasons).toContainEqual({ kind: 'language', language: 'python' });
  });

  test('finds a capability by the words of its texts, and says which', () => {
    const [match] = matcher.match({ task: 'please test my login page in a browser' }, catalog);
    expect(match?.entry.id).toBe('browser');
    expect(match?.reasons).toContainEqual({ kind: 'words', words: ['browser', 'page', 'test'], of: 4 });
  });

  test('A07 abstains from what is not relevant', () => {
    expect(ids('write a JavaScript button label', 'JavaScript')).toEqual([]);
    expect(ids('')).toEqual([]);
    expect(ids('the of and')).toEqual([]);
    // One shared word among many is not enough.
    expect(ids('explain how the report of the committee changed european fishing law')).toEqual([]);
  });

  test('keeps to the language that a capability is for', () => {
    expect(ids('fix the context manager', 'Rust')).toEqual([]);
    expect(ids('fix the context manager', 'python')).toEqual(['python-context']);
    expect(ids('fix the context manager')).toEqual(['python-context']);
  });

  test('reads scripts that put no spaces between words', () => {
    expect(ids('用浏览器打开网页')).toEqual(['browser']);
  });

  test('gives the same answer every time, in a fixed order', () => {
    const task = 'browser test that makes a pdf report';
    expect(ids(task)).toEqual(ids(task));
    expect(ids(task).slice().sort()).toEqual(['browser', 'pdf']);
    const twins = createCatalog([
      sampleEntry('b', { triggers: ['deploy'] }),
      sampleEntry('a', { triggers: ['deploy'] }),
    ]);
    expect(new SearchMatcher().match({ task: 'deploy' }, twins).map((match) => match.entry.id)).toEqual(['a', 'b']);
  });

  test('sees what is added to a catalog that is not frozen', () => {
    const entries = [sampleEntry('a', { triggers: ['deploy'] })];
    const growing: Catalog = { schema: 'countersign/catalog/v1', entries };
    const found = () => matcher.match({ task: 'deploy' }, growing).map((match) => match.entry.id);
    expect(found()).toEqual(['a']);
    entries.push(sampleEntry('b', { triggers: ['deploy'] }));
    expect(found()).toEqual(['a', 'b']);
  });

  test('cuts a task that is far too long', () => {
    expect(ids(`browser test ${'x '.repeat(1_000_000)}`)).toEqual(['browser']);
  });
});
