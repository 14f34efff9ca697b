// SPDX-License-Identifier: Apache-2.0
import { expect, test } from '@jest/globals';
import path from 'node:path';
import { format } from 'prettier';
import { readErrorDomains, renderErrorDocs } from '../checks/error-docs.mjs';
import { CLI_ERRORS } from '@countersign/cli';
import { ERROR_CATALOG } from '@countersign/core';

const root = path.resolve(import.meta.dirname, '../..');

test('each code has a heading with its meaning, whether to retry, and what to do', () => {
  const entry = { meaning: 'It is busy.', retryable: true, remedy: 'Try again.' };
  const text = renderErrorDocs([
    { title: 'Journal', entries: { busy: entry, corrupt: { ...entry, retryable: false } } },
    { title: 'Consent', entries: {} },
  ]);
  expect(text).toContain('- [Journal](#journal)\n- [Consent](#consent)\n\n## Journal\n\n### `busy`\n');
  expect(text).toContain('### `busy`\n\nIt is busy.\n\n- Retry: yes\n- What to do: Try again.\n');
  expect(text).toContain('### `corrupt`\n\nIt is busy.\n\n- Retry: no\n');
});

test('a title of two words is linked as its heading is named', () => {
  const text = renderErrorDocs([{ title: 'Command line', entries: {} }]);
  expect(text).toContain('- [Command line](#command-line)\n\n## Command line\n');
});

test('the domains hold every code of core once, in its order, and then those of the command line', async () => {
  const domains = await readErrorDomains(root);
  const codes = domains.flatMap(({ entries }) => Object.keys(entries));
  expect(codes).toEqual([...Object.keys(ERROR_CATALOG), ...Object.keys(CLI_ERRORS)]);
  expect(new Set(codes).size).toBe(codes.length);
  expect(domains.at(-1)).toMatchObject({ title: 'Command line', entries: CLI_ERRORS });
});

test('the document is formatted as Prettier would', async () => {
  const text = renderErrorDocs(await readErrorDomains(root));
  expect(await format(text, { parser: 'markdown', printWidth: 120 })).toBe(text);
});
