// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import { CountersignError, ERROR_CATALOG, isCountersignError, toCountersignError } from '../../src/errors/index.js';

/** As a copy of the package with another catalogue would throw it. */
function ofAnotherCopy(code: unknown): unknown {
  return Object.assign(new CountersignError('busy'), { code });
}

describe('whatever was thrown', () => {
  test('passes through with its code, when the catalogue knows it', () => {
    const busy = new CountersignError('busy');
    expect(toCountersignError(busy)).toBe(busy);
    const brandedElsewhere: unknown = Object.defineProperty(
      Object.assign(new Error(), { code: 'busy' }),
      Symbol.for('countersign.error'),
      { value: true },
    );
    expect(toCountersignError(brandedElsewhere)).toBe(brandedElsewhere);
  });

  test.each(['of-next-year', 'toString', '', undefined, 7])('A11 A26 is internal when its code is %p', (code) => {
    const thrown = ofAnotherCopy(code);
    expect(isCountersignError(thrown)).toBe(true);
    const error = toCountersignError(thrown);
    expect(error).toMatchObject({ code: 'internal', message: ERROR_CATALOG.internal.meaning, cause: thrown });
    expect(ERROR_CATALOG[error.code].remedy).not.toBe('');
  });

  test.each([new Error('a foreign text'), 'text', null, undefined])('is internal when it has no code: %p', (thrown) => {
    const error = toCountersignError(thrown);
    expect([error.code, error.cause]).toEqual(['internal', thrown]);
  });
});
