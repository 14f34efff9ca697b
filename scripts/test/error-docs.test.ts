// SPDX-License-Identifier: Apache-2.0
import { expect, test } from '@jest/globals';
import path from 'node:path';
import { format } from 'prettier';
import { readErrorDomains, renderErrorDocs } from '../checks/error-docs.mjs';
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

test('the domains hold every code of the catalogue once, in its order', async () => {
  const domains = await readErrorDomains(root);
  expect(domains.flatMap(({ entries }) => Object.keys(entries))).toEqual(Object.keys(ERROR_CATALOG));
});

test('the document is formatted as Prettier would', async () => {
  const text = renderErrorDocs(await readErrorDomains(root));
  expect(await format(text, { parser: 'markdown', printWidth: 120 })).toBe(text);
});
