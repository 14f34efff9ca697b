// SPDX-License-Identifier: Apache-2.0
import { expect, test } from '@jest/globals';
import { shapeDifference } from './document-shape.js';

test.each([
  [{ a: 1 }, { a: 2 }, undefined],
  [{ a: null }, { a: 'text' }, undefined],
  [{ a: 1 }, { a: '1' }, '$.a: number, not string'],
  [{ a: 1, b: 2 }, { a: 1 }, '$.b: no example'],
  [{ a: 1 }, { a: 1, b: 2 }, '$.b: not printed'],
  [{ a: [{ b: 1 }] }, { a: [{ b: 'x' }] }, '$.a[].b: number, not string'],
  [[{ kind: 'one', x: 1 }, { kind: 'two' }], [{ kind: 'one', x: 2 }], undefined],
  [undefined, {}, '$: not printed'],
])('%j against %j', (printed, example, difference) => {
  expect(shapeDifference(printed, example)).toBe(difference);
});
