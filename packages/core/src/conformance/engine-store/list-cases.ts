// SPDX-License-Identifier: Apache-2.0
import { assertSame } from './expectations.js';
import type { EngineStore } from '../../journal/engine-store.js';
import type { StoreCase } from './harness.js';
import { taking } from './requests.js';

async function names(store: EngineStore, prefix: string, options: { limit?: number; after?: string } = {}) {
  const entries = await store.list(prefix, { limit: 1000, ...options });
  return entries.map(({ key }) => key);
}

export const listCases: readonly StoreCase[] = [
  {
    name: 'list: keys come in ascending UTF-8 byte order',
    async run({ store }) {
      // UTF-16 code units would put U+1F511 (D83D DD11) before U+FF5E and U+E000; locales would mix upper and lower case.
      const ordered = [
        '\u0001',
        'A',
        'B',
        'a',
        'aa',
        'b',
        '\u00e9',
        '\u4e2d',
        '\ue000',
        '\uff5e',
        '\u{1F511}',
        '\u{10FFFF}',
      ];
      await store.commit(taking(...[...ordered].reverse()));
      assertSame(await names(store, ''), ordered);
    },
  },
  {
    name: 'list: a prefix is literal text',
    async run({ store }) {
      const prefixes = [
        '%',
        '_',
        '*',
        '[',
        '[a]',
        '\\',
        '\\_',
        '?',
        '.',
        '^a',
        '$',
        "'",
        '\u{1F511}',
        '\uffff',
        '\u{10FFFF}',
      ];
      const others = ['aa', 'a%', 'b_', 'xx', '\u{1F512}'];
      await store.commit(taking(...prefixes.map((prefix) => `${prefix}/x`), ...others));
      for (const prefix of prefixes) assertSame(await names(store, `${prefix}/`), [`${prefix}/x`]);
    },
  },
  {
    name: 'list: a prefix is matched from the start and case counts',
    async run({ store }) {
      await store.commit(taking('open/1', 'open/2', 'Open/3', 'reopen/4', 'open', 'opens/5', 'ope'));
      assertSame(await names(store, 'open/'), ['open/1', 'open/2']);
      assertSame(await names(store, 'open'), ['open', 'open/1', 'open/2', 'opens/5']);
      assertSame(await names(store, 'open/1'), ['open/1']);
      assertSame(await names(store, 'none/'), []);
    },
  },
  {
    name: 'list: pages after a key, which need not be taken',
    async run({ store }) {
      await store.commit(taking('p/1', 'p/2', 'p/3', 'p/4', 'q/1'));
      assertSame(await names(store, 'p/', { limit: 2 }), ['p/1', 'p/2']);
      assertSame(await names(store, 'p/', { limit: 2, after: 'p/2' }), ['p/3', 'p/4']);
      assertSame(await names(store, 'p/', { after: 'p/4' }), []);
      assertSame(await names(store, 'p/', { after: 'p/15' }), ['p/2', 'p/3', 'p/4']);
      assertSame(await names(store, 'p/', { after: 'a' }), ['p/1', 'p/2', 'p/3', 'p/4']);
      assertSame(await names(store, 'p/', { after: 'q/0' }), []);
      assertSame(await names(store, '', { after: '', limit: 1 }), ['p/1']);
    },
  },
];
