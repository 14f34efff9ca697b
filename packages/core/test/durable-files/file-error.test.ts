// SPDX-License-Identifier: Apache-2.0
import { expect, test } from '@jest/globals';
import { CountersignError, type ErrorCode } from '@countersign/core';
import { errnoOf, withFileErrors } from '../../src/durable-files/index.js';

const PATH = '/srv/somebody/secret';

/** As Node's file functions throw it. */
function fileError(code: string): Error {
  return Object.assign(new Error(`${code}: refused, open '${PATH}'`), { code, syscall: 'open', errno: -1, path: PATH });
}

async function outcomeOf(thrown: unknown): Promise<unknown> {
  return withFileErrors(async () => {
    throw thrown;
  }).catch((error: unknown) => error);
}

test.each<[errno: string, code: ErrorCode]>([
  ['ENOSPC', 'storage-full'],
  ['EDQUOT', 'storage-full'],
  ['EFBIG', 'storage-full'],
  ['EACCES', 'state-unsafe'],
  ['EPERM', 'state-unsafe'],
  ['EEXIST', 'state-unsafe'],
  ['ELOOP', 'state-unsafe'],
  ['ENOTDIR', 'state-unsafe'],
  ['EROFS', 'unavailable'],
  ['EIO', 'unavailable'],
  ['EMFILE', 'unavailable'],
  ['ENOENT', 'unavailable'],
])('%s is %s, and no path is told', async (errno, code) => {
  const thrown = fileError(errno);
  const error = await outcomeOf(thrown);
  expect(error).toMatchObject({ code, details: { errno }, cause: thrown });
  const { message, details } = error as CountersignError;
  expect(`${message} ${JSON.stringify(details)}`).not.toContain(PATH);
});

test('errors that the file system did not give pass through as they are', async () => {
  const others = [
    new CountersignError('aborted'),
    new TypeError('a bug'),
    Object.assign(new Error('a code alone'), { code: 'EIO' }),
    'text',
    undefined,
  ];
  for (const other of others) {
    expect(await outcomeOf(other)).toBe(other);
    expect(errnoOf(other)).toBeUndefined();
  }
});
