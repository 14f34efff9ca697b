// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '../../canonical-json.js';
import { parseStreamName } from '../../ids.js';
import { recordDigest } from '../../journal/seal-commit.js';
import { allKeys, allRecords, assertSame } from './expectations.js';
import type { StoreCase } from './harness.js';
import { commitOf, event, take, write } from './requests.js';

const stream = parseStreamName('a/1');

/** An array in an array in an array. */
function nested(depth: number): JsonValue {
  return depth === 0 ? 'innermost' : [nested(depth - 1)];
}

const payloads: Readonly<Record<string, JsonObject>> = {
  'text of every script, and emoji': { 'ключ 🔑': 'عربى 中文 ｆ 👩‍👩‍👧 e\u0301', private: '\ue000\uffff\u{10FFFF}' },
  'NUL and other control characters': {
    'a\u0000b': '\u0000',
    all: '\u0001\b\t\n\u000b\f\r\u001f\u007f\u0080\u2028\ufeff',
  },
  'quotes, backslashes and replacement characters': { "'": '"', '\\': '\\u0000 \\\\', fffd: '\ufffd', sql: "'); --" },
  'property names that objects inherit': JSON.parse(
    '{"__proto__":{"a":1},"constructor":1,"hasOwnProperty":2,"toString":3,"toJSON":4,"length":5,"":6}',
  ) as JsonObject,
  'property names that look like numbers': { 10: 'a', 9: 'b', '-1': 'c', '01': 'd', '1e3': 'e' },
  'empty and absent things': { object: {}, array: [], text: '', nothing: null, no: false, nested: [[], [{}], null] },
  'numbers at their edges': {
    zero: 0,
    minusZero: -0,
    safe: [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
    far: [Number.MAX_VALUE, Number.MIN_VALUE, 1e21, 1e-7, -1e300],
    fractions: [0.1, 0.1 + 0.2, 1 / 3, 5e-324],
  },
  'sixty levels of nesting': { deep: nested(59) },
  '200 KiB of one text': { text: 'x'.repeat(200 * 1024) },
  '200 KiB of many values': { values: Array.from({ length: 500 }, (_, n) => ({ n, text: 'é'.repeat(200) })) },
};

const roundTrips: readonly StoreCase[] = Object.entries(payloads).map(([what, data]) => ({
  name: `payload: keeps ${what}`,
  async run({ store }) {
    await store.commit(commitOf(write('a/1', 0, event(data, take('k', data)))));
    const [record] = await store.read(stream, { limit: 10 });
    assert.ok(record !== undefined);
    assertSame(record.data, data);
    assertSame(record.keys, [take('k', data)]);
    assert.equal(record.digest, recordDigest(record));
    assertSame(await allRecords(store), [record]);
    assertSame(await store.lookup('k'), { key: 'k', value: data });
    assertSame(await allKeys(store), [{ key: 'k', value: data }]);
  },
}));

export const payloadCases: readonly StoreCase[] = [
  ...roundTrips,
  {
    name: 'payload: keeps a commit of 200 events with 200 keys',
    async run({ store }) {
      const events = Array.from({ length: 200 }, (_, n) => event({ n }, take(`k/${String(n).padStart(3, '0')}`, n)));
      const returned = await store.commit(commitOf(write('a/1', 0, ...events)));
      assertSame(await store.read(stream, { limit: 1000 }), returned);
      assertSame(
        (await allKeys(store)).map(({ value }) => value),
        events.map((_, n) => n),
      );
    },
  },
  {
    name: 'payload: changing the request or an answer afterwards changes nothing stored',
    async run({ store }) {
      const data = { list: [1], inner: { n: 1 } };
      const value = { inner: { n: 1 } };
      const request = commitOf(write('a/1', 0, event(data, take('k', value))));
      const returned = await store.commit(request);
      const repeated = structuredClone(request);
      const expected = JSON.stringify({ returned, keys: await allKeys(store) });
      data.list.push(2);
      data.inner.n = 2;
      value.inner.n = 2;
      for (const answer of [returned, await allRecords(store), await allKeys(store), [await store.lookup('k')]]) {
        answer.forEach(spoil);
      }
      assertSame({ returned: await allRecords(store), keys: await allKeys(store) }, JSON.parse(expected));
      assertSame(await store.lookup('k'), { key: 'k', value: { inner: { n: 1 } } });
      assertSame(await store.commit(repeated), await allRecords(store));
    },
  },
];

/** Changes whatever can be changed; frozen objects stay as they are. */
function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  Object.values(value).forEach(spoil);
  for (const name of Object.keys(value)) Reflect.set(value, name, 'spoilt');
}
