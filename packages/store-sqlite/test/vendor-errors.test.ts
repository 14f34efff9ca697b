// SPDX-License-Identifier: Apache-2.0
import { CountersignError } from '@countersign/core';
import { describe, expect, test } from '@jest/globals';
import { codedError } from '../src/vendor-errors.js';

describe('vendor errors', () => {
  test.each([
    ['SQLITE_BUSY', 'busy'],
    ['SQLITE_BUSY_RECOVERY', 'busy'],
    ['SQLITE_BUSY_SNAPSHOT', 'busy'],
    ['SQLITE_LOCKED', 'busy'],
    ['SQLITE_PROTOCOL', 'busy'],
    ['SQLITE_FULL', 'storage-full'],
    ['SQLITE_IOERR_WRITE', 'unavailable'],
    ['SQLITE_CANTOPEN_ISDIR', 'unavailable'],
    ['SQLITE_READONLY_DBMOVED', 'unavailable'],
    ['SQLITE_PERM', 'unavailable'],
    ['SQLITE_CORRUPT_INDEX', 'corrupt'],
    ['SQLITE_NOTADB', 'corrupt'],
    ['SQLITE_CONSTRAINT_UNIQUE', 'internal'],
  ])('%s is %s', (vendor, code) => {
    expect(codedError(Object.assign(new Error('/a/path'), { code: vendor })).code).toBe(code);
  });

  test.each([
    ['ENOSPC', 'storage-full'],
    ['EDQUOT', 'storage-full'],
    ['EACCES', 'unavailable'],
    ['EROFS', 'unavailable'],
  ])('a file call that fails with %s is %s', (errno, code) => {
    expect(codedError(Object.assign(new Error('/a/path'), { code: errno, syscall: 'open' })).code).toBe(code);
  });

  test('A11 the foreign text survives only as the cause', () => {
    const foreign = Object.assign(new Error('unable to open /srv/someone'), { code: 'SQLITE_CANTOPEN' });
    const { message, details, cause } = codedError(foreign);
    expect(JSON.stringify([message, details])).not.toContain('someone');
    expect(cause).toBe(foreign);
  });

  test('a coded error passes through, and anything else is internal', () => {
    const coded = new CountersignError('fenced-out');
    expect(codedError(coded)).toBe(coded);
    for (const thrown of [undefined, null, 'text', new Error('plain'), { code: 7 }]) {
      expect(codedError(thrown).code).toBe('internal');
    }
  });
});
