// SPDX-License-Identifier: Apache-2.0
import { expect, test } from '@jest/globals';
import { Writable } from 'node:stream';
import { jsonText, writeTo } from '../src/output.js';

test('a document is the same to every reader, and harmless on a terminal', () => {
  const document = { text: 'a\u001b[2J\u009b\u007f\u202e\u2028\u200b\u{e0041}\nb', name: '技能 é' };
  const text = jsonText(document);
  expect(JSON.parse(text)).toEqual(document);
  expect(text).toContain('\\u009b\\u007f\\u202e\\u2028\\u200b\\udb40\\udc41');
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  expect(text).toContain('技能 é');
});

test.each(['EPIPE', 'ERR_STREAM_DESTROYED'])('a reader that left is no failure (%s)', async (code) => {
  await expect(writeTo(failingWith(code), 'text')).resolves.toBeUndefined();
});

test('a full disk is one', async () => {
  await expect(writeTo(failingWith('ENOSPC'), 'text')).rejects.toMatchObject({ code: 'ENOSPC' });
});

function failingWith(code: string): Writable {
  const stream = new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })) });
  return stream.on('error', () => {});
}
