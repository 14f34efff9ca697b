// SPDX-License-Identifier: Apache-2.0
import { inspect } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { parsePrincipalId } from '@countersign/core';
import { SeededRandomness } from '@countersign/core/testing';
import { decodeHmacKey, encodeHmacKey, generateHmacKey } from '@countersign/verifier-hmac';
import { outcomeOf } from './outcome-of.js';

const APPROVER = parsePrincipalId('approver');
const SECRET = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8';
const TEXT = `{"keyId":"key-1","principal":"approver","schema":"countersign/hmac-key/v1","secret":"${SECRET}"}\n`;
const KEY = { keyId: 'key-1', principal: APPROVER, secret: Uint8Array.from({ length: 32 }, (_value, index) => index) };

describe('generateHmacKey', () => {
  test('makes 256 secret bits and a name, different each time', () => {
    const [one, other] = [generateHmacKey(APPROVER), generateHmacKey(APPROVER)];
    expect(one.secret.byteLength).toBe(32);
    expect(one.keyId).toMatch(/^[0-9a-f]{16}$/);
    expect(one.principal).toBe('approver');
    expect([one.keyId, Buffer.from(one.secret)]).not.toEqual([other.keyId, Buffer.from(other.secret)]);
  });

  test('takes its randomness from the port', () => {
    const make = () => encodeHmacKey(generateHmacKey(APPROVER, new SeededRandomness('seed')));
    expect(make()).toBe(make());
  });
});

describe('the text form', () => {
  test('is exactly this', () => {
    expect(encodeHmacKey(KEY)).toBe(TEXT);
    const { secret, ...rest } = decodeHmacKey(TEXT);
    expect(rest).toEqual({ keyId: 'key-1', principal: 'approver' });
    expect(Buffer.from(secret).equals(KEY.secret)).toBe(true);
  });

  test('survives being written and read', () => {
    const text = encodeHmacKey(generateHmacKey(parsePrincipalId('Приёмщик (QA)')));
    expect(encodeHmacKey(decodeHmacKey(text))).toBe(text);
  });

  test.each([
    ['no JSON', 'secret', 'key-invalid: shape'],
    ['an array', `[${TEXT}]`, 'key-invalid: shape'],
    ['null', 'null', 'key-invalid: shape'],
    ['another schema', TEXT.replace('v1', 'v2'), 'key-invalid: shape'],
    ['a further field', TEXT.replace('{', '{"status":"active",'), 'key-invalid: shape'],
    ['a field twice', TEXT.replace('{', '{"keyId":"key-2",'), 'key-invalid: shape'],
    ['no secret', TEXT.replace(/,"secret":"[^"]*"/, ''), 'key-invalid: shape'],
    ['a secret in an array', TEXT.replace(/"secret":("[^"]*")/, '"secret":[$1]'), 'key-invalid: shape'],
    ['a padded secret', TEXT.replace(SECRET, `${SECRET}=`), 'key-invalid: secret-encoding'],
    ['unused bits in the secret', TEXT.replace('Hh8"', 'Hh9"'), 'key-invalid: secret-encoding'],
    ['a space in the secret', TEXT.replace('AAEC', 'AAEC '), 'key-invalid: secret-encoding'],
    ['a short secret', TEXT.replace(SECRET, SECRET.slice(0, -1)), 'key-invalid: secret-encoding'],
    ['a secret of 31 bytes', TEXT.replace(SECRET, 'A'.repeat(41) + 'A'), 'key-invalid: secret-too-short'],
    ['a bad key id', TEXT.replace('key-1', 'key.1'), 'key-invalid: key-id'],
    ['a bad principal', TEXT.replace('approver', ' '), 'identifier-invalid'],
    ['5000 bytes', `${TEXT}${' '.repeat(5000)}`, 'key-invalid: shape'],
  ])('is refused with %s, before anything is used', async (_name, text, expected) => {
    expect(await outcomeOf(() => decodeHmacKey(text))).toBe(expected);
  });

  test('a refusal quotes nothing of the text, which may be the secret', () => {
    for (const text of [SECRET, `{"secret":"${SECRET}"`, TEXT.replace(SECRET, `${SECRET}!`)]) {
      let thrown: unknown;
      try {
        decodeHmacKey(text);
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toMatchObject({ code: 'key-invalid' });
      expect(inspect(thrown, { depth: 9 })).not.toContain(SECRET.slice(0, 8));
    }
  });

  test('encoding refuses what decoding would refuse', async () => {
    expect(await outcomeOf(() => encodeHmacKey({ ...KEY, secret: new Uint8Array(16) }))).toBe(
      'key-invalid: secret-too-short',
    );
    expect(await outcomeOf(() => encodeHmacKey({ ...KEY, keyId: 'a b' }))).toBe('key-invalid: key-id');
  });
});
