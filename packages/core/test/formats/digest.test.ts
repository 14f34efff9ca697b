// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import { digestOf, parseDigest, sha256, signingBytes, type DigestType } from '@countersign/core';
import { expectCode } from './expect-code.js';

const EVERY_TYPE: Readonly<Record<DigestType, true>> = {
  manifest: true,
  catalog: true,
  challenge: true,
  assertion: true,
  policy: true,
  record: true,
  epoch: true,
  workspace: true,
  nonce: true,
  checkpoint: true,
};

describe('digests', () => {
  test('sha256 of FIPS 180-4 examples, in lower-case hex', () => {
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(sha256(new Uint8Array())).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });

  test('text is hashed as UTF-8', () => {
    expect(sha256('€')).toBe(sha256(Uint8Array.of(0xe2, 0x82, 0xac)));
  });

  // Each is sha256sum of the bytes that the next test spells out.
  test.each([
    ['nonce', { b: '€', a: 1 }, '7e410df2723c7a23451f51492b16ac52799274acc928ee257b7e5b01fd2dca8f'],
    ['epoch', null, 'ca133fd0290eb88fdda00d6743382c1d30dbacdccab7f3a2ba6d7f5bfd04c3c7'],
  ] as const)('a digest of type %s', (type, value, expected) => {
    expect(digestOf(type, value)).toBe(expected);
  });

  test('the signed bytes are a domain tag, a newline and canonical JSON', () => {
    expect(Buffer.from(signingBytes('nonce', { b: '€', a: 1 })).toString()).toBe(
      'countersign/nonce/v1\n{"a":1,"b":"€"}',
    );
  });

  test('a digest of one kind never stands for another', () => {
    const types = Object.keys(EVERY_TYPE) as DigestType[];
    expect(new Set(types.map((type) => digestOf(type, { a: 1 }))).size).toBe(types.length);
  });

  test('a digest is a Digest', () => {
    const digest = digestOf('manifest', []);
    expect(parseDigest(digest)).toBe(digest);
  });

  test('what cannot be encoded has no digest', () => {
    expectCode(() => digestOf('record', { text: '\ud800' }), 'value-not-encodable');
    expectCode(() => signingBytes('record', { n: Number.NaN }), 'value-not-encodable');
  });
});
