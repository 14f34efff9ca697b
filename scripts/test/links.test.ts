// SPDX-License-Identifier: Apache-2.0
import { expect, test } from '@jest/globals';
import { checkLinks } from '../checks/links.mjs';
import { madeUpProject } from './made-up-project.js';

const guide = '# Guide\n\n## First steps\n\n## First steps\n\n## `countersign` & co.\n';

/** What is wrong with a README in docs/ that has these links. */
function problems(...urls: string[]): string[] {
  const readme = urls.map((url) => `[text](${url})\n`).join('\n');
  return checkLinks(madeUpProject({ 'docs/README.md': readme, 'docs/guide.md': guide, LICENSE: '' })).map(
    ({ file, line, message }) => `${file}:${line}: ${message}`,
  );
}

test('accepts files, folders, headings and addresses elsewhere', () => {
  const urls = [
    'guide.md',
    '../LICENSE',
    './guide.md#first-steps',
    'guide.md#first-steps-1',
    'guide.md#countersign--co',
  ];
  expect(
    problems(...urls, '../docs', '../docs/', '..', 'https://example.org/x', 'mailto:security@example.org'),
  ).toEqual([]);
});

test('names a missing file by line', () => {
  expect(problems('guide.md', 'guides.md')).toEqual([
    'docs/README.md:3: link to guides.md: there is no docs/guides.md',
  ]);
});

test('names a missing heading', () => {
  expect(problems('guide.md#last-steps', '#here')).toEqual([
    'docs/README.md:1: link to guide.md#last-steps: docs/guide.md has no heading #last-steps',
    'docs/README.md:3: link to #here: docs/README.md has no heading #here',
  ]);
});

test('refuses a link that leaves the project', () => {
  expect(problems('../../secrets.md')).toEqual([
    'docs/README.md:1: link to ../../secrets.md: there is no ../secrets.md',
  ]);
});

test('finds links in tables, images and definitions, and none in code', () => {
  const text = '| a |\n| - |\n| [x](one.md) |\n\n![y](two.png)\n\n[z]\n\n[z]: three.md\n\n`[q](four.md)`\n';
  const found = checkLinks(madeUpProject({ 'a.md': text }));
  expect(found.map(({ line, message }) => [line, message.split(':')[0]])).toEqual([
    [3, 'link to one.md'],
    [5, 'link to two.png'],
    [9, 'link to three.md'],
  ]);
});
