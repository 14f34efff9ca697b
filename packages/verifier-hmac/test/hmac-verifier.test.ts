// SPDX-License-Identifier: Apache-2.0
import { createHmac } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { parsePrincipalId, type Assertion } from '@countersign/core';
import { requestFor, signSample } from '@countersign/core/conformance';
import { HmacSigner, HmacVerifier, generateHmacKey, type HmacKey } from '@countersign/verifier-hmac';
import { outcomeOf } from './outcome-of.js';

const APPROVER = parsePrincipalId('approver');
const key = generateHmacKey(APPROVER);
const other = generateHmacKey(parsePrincipalId('release-manager'));
const ACTIVE = { kind: 'active' } as const;
const RETIRED = { kind: 'retired' } as const;
const verifier = new HmacVerifier({
  keys: [
    { ...key, status: ACTIVE },
    { ...other, status: ACTIVE },
  ],
});

const verifying = (assertion: Assertion) => outcomeOf(() => verifier.verify(requestFor(assertion)));
const withProof = async (change: (proof: string) => string): Promise<Assertion> => {
  const assertion = await signSample(new HmacSigner({ key }));
  return { ...assertion, proof: change(assertion.proof) };
};

describe('the proof', () => {
  test('A46 is the key id and HMAC-SHA-256 over the signing bytes: RFC 4231 test case 6', async () => {
    const rfcKey: HmacKey = { keyId: 'rfc-4231', principal: APPROVER, secret: new Uint8Array(131).fill(0xaa) };
    const data = Buffer.from('Test Using Larger Than Block-Size Key - Hash Key First');
    const mac = '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54';
    expect(await new HmacSigner({ key: rfcKey }).sign(data)).toBe(
      `rfc-4231.${Buffer.from(mac, 'hex').toString('base64url')}`,
    );
  });

  test('A46 can be checked with any HMAC implementation', async () => {
    const assertion = await signSample(new HmacSigner({ key }));
    const mac = createHmac('sha256', key.secret).update(requestFor(assertion).signingBytes).digest('base64url');
    expect(assertion.proof).toBe(`${key.keyId}.${mac}`);
  });

  test('A42 has one text only: unused bits, padding and the other alphabet are refused', async () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const unusedBit = (proof: string) => proof.slice(0, -1) + (alphabet[alphabet.indexOf(proof.slice(-1)) + 1] ?? '');
    expect(await verifying(await withProof(unusedBit))).toBe('proof-malformed');
    expect(await verifying(await withProof((proof) => `${proof}=`))).toBe('proof-malformed');
    expect(await verifying(await withProof((proof) => proof.slice(0, -2) + '+A'))).toBe('proof-malformed');
    expect(await verifying(await withProof((proof) => proof.replace('.', ' . ')))).toBe('proof-malformed');
  });

  test('A42 of one key does not pass under the id of another', async () => {
    expect(await verifying(await withProof((proof) => proof.replace(key.keyId, other.keyId)))).toBe('proof-invalid');
    expect(await verifying(await withProof((proof) => proof.replace(key.keyId, 'unknown')))).toBe('key-unknown');
    expect(await verifying(await withProof((proof) => proof.replace(key.keyId, '__proto__')))).toBe('key-unknown');
    expect(await verifying(await withProof((proof) => proof.replace(key.keyId, 'k'.repeat(65))))).toBe(
      'proof-malformed',
    );
  });
});

describe('rotation', () => {
  test('A46 a new key decides, the old one still proves what it signed, a removed one proves nothing', async () => {
    const before = await signSample(new HmacSigner({ key }));
    const next = generateHmacKey(APPROVER);
    const rotated = new HmacVerifier({
      keys: [
        { ...key, status: RETIRED },
        { ...next, status: ACTIVE },
      ],
    });
    const after = await signSample(new HmacSigner({ key: next }));
    expect(await rotated.verify(requestFor(after))).toEqual({ principal: APPROVER, keyId: next.keyId });
    expect(await outcomeOf(() => rotated.verify(requestFor(before)))).toBe('key-retired');
    expect(await rotated.verify(requestFor(before, { purpose: 'record' }))).toEqual({
      principal: APPROVER,
      keyId: key.keyId,
    });
    const cleared = new HmacVerifier({ keys: [{ ...next, status: ACTIVE }] });
    expect(await outcomeOf(() => cleared.verify(requestFor(before, { purpose: 'record' })))).toBe('key-unknown');
  });
});

describe('construction', () => {
  const constructing = (...keys: readonly HmacKey[]) =>
    outcomeOf(() => new HmacVerifier({ keys: keys.map((each) => ({ ...each, status: ACTIVE })) }));

  test('refuses keys that are not safe to use', async () => {
    expect(await constructing({ ...key, secret: key.secret.subarray(1) })).toBe('key-invalid: secret-too-short');
    expect(await constructing({ ...key, keyId: '' })).toBe('key-invalid: key-id');
    expect(await constructing({ ...key, keyId: 'a.b' })).toBe('key-invalid: key-id');
    expect(await constructing({ ...key, keyId: 'k\n' })).toBe('key-invalid: key-id');
    expect(await constructing({ ...key, principal: 'a\u200b' as HmacKey['principal'] })).toBe('identifier-invalid');
    expect(await outcomeOf(() => new HmacSigner({ key: { ...key, secret: new Uint8Array(31) } }))).toBe(
      'key-invalid: secret-too-short',
    );
  });

  test('refuses a text in place of a secret, which plain JavaScript could hand over', async () => {
    const secret = 'a'.repeat(64) as unknown as Uint8Array;
    expect(await constructing({ ...key, secret })).toBe('key-invalid: secret-too-short');
  });

  test('A43 refuses one key id twice, and one secret under two names', async () => {
    expect(await constructing(key, { ...other, keyId: key.keyId })).toBe('key-invalid: key-id-duplicate');
    expect(await constructing(key, { ...other, secret: key.secret })).toBe('key-invalid: secret-duplicate');
  });

  test('without keys it refuses everybody', async () => {
    const empty = new HmacVerifier({ keys: [] });
    expect(await outcomeOf(async () => empty.verify(requestFor(await signSample(new HmacSigner({ key })))))).toBe(
      'key-unknown',
    );
  });

  test('the authenticator id is a choice, and checked', async () => {
    expect(new HmacVerifier({ keys: [], authenticatorId: 'hmac-ci' }).authenticatorId).toBe('hmac-ci');
    expect(new HmacSigner({ key, authenticatorId: 'hmac-ci' }).authenticatorId).toBe('hmac-ci');
    expect(await outcomeOf(() => new HmacVerifier({ keys: [], authenticatorId: 'HMAC' }))).toBe('identifier-invalid');
  });

  test('keeps its own copy of the secret, and does not show it', async () => {
    const secret = Uint8Array.from(key.secret);
    const signer = new HmacSigner({ key: { ...key, secret } });
    secret.fill(0);
    expect(await verifying(await signSample(signer))).toBe('accepted');
    for (const text of [inspect(signer, { depth: 9 }), JSON.stringify(signer), inspect(verifier, { depth: 9 })]) {
      expect(text).not.toContain(Buffer.from(key.secret).toString('base64url'));
      expect(text).not.toMatch(/secret/i);
    }
  });
});
