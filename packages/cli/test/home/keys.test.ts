// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { chmod, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parsePrincipalId } from '@countersign/core';
import { generateEd25519KeyPair } from '@countersign/verifier-ed25519';
import { addApprover, readApprovers, trustedKey } from '../../src/home/approvers.js';
import { chooseKey, createKey, listKeys, openSigner } from '../../src/home/key-store.js';
import { readPublicKeyFile } from '../../src/home/public-key-file.js';
import { unlockSigner } from '../../src/home/unlock-signer.js';
import { answering, createScene, type Scene } from '../scene.js';

const PERSON = parsePrincipalId('release-manager');
const PASSPHRASE = 'correct horse';

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
});
afterEach(() => scene.remove());

describe('a private key', () => {
  test('is stored encrypted, for its owner alone', async () => {
    const key = await createKey(scene.home, { name: 'laptop', principal: PERSON, passphrase: PASSPHRASE });
    const file = path.join(scene.home.keys, 'laptop.pem');
    expect(await readFile(file, 'utf8')).toMatch(/^-----BEGIN ENCRYPTED PRIVATE KEY-----/);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(scene.home.keys)).mode & 0o777).toBe(0o700);
    expect((await readdir(scene.home.keys)).sort()).toEqual(['laptop.pem', 'laptop.pub']);
    expect(await listKeys(scene.home)).toEqual([key]);
  });

  test('signs with its passphrase only', async () => {
    const key = await createKey(scene.home, { name: 'laptop', principal: PERSON, passphrase: PASSPHRASE });
    expect(openSigner(key, PERSON, PASSPHRASE).keyId).toBe(key.handout.keyId);
    expect(() => openSigner(key, PERSON, 'wrong')).toThrow(expect.objectContaining({ code: 'passphrase-wrong' }));
  });

  test('is never overwritten', async () => {
    const options = { name: 'laptop', principal: PERSON, passphrase: undefined };
    const first = await createKey(scene.home, options);
    await expect(createKey(scene.home, options)).rejects.toMatchObject({ code: 'key-exists' });
    expect(await listKeys(scene.home)).toEqual([first]);
  });

  test.each(['', '../laptop', 'Laptop', '.hidden', 'a b', 'x'.repeat(65)])('cannot be called %j', async (name) => {
    const options = { name, principal: PERSON, passphrase: undefined };
    await expect(createKey(scene.home, options)).rejects.toMatchObject({ code: 'key-name-invalid' });
    await expect(chooseKey(scene.home, name)).rejects.toMatchObject({ code: 'key-name-invalid' });
  });

  test('is refused when others can read it', async () => {
    await createKey(scene.home, { name: 'laptop', principal: PERSON, passphrase: undefined });
    await chmod(path.join(scene.home.keys, 'laptop.pem'), 0o640);
    await expect(chooseKey(scene.home, 'laptop')).rejects.toMatchObject({
      code: 'home-unsafe',
      details: { file: 'keys/laptop.pem', reason: 'open-to-others' },
    });
  });

  test('is refused beside the public key of another one', async () => {
    await createKey(scene.home, { name: 'laptop', principal: PERSON, passphrase: undefined });
    const other = generateEd25519KeyPair().publicKeyOpenSsh;
    await writeFile(path.join(scene.home.keys, 'laptop.pub'), `${other} release-manager\n`);
    const key = await chooseKey(scene.home, 'laptop');
    expect(() => openSigner(key, PERSON, undefined)).toThrow(expect.objectContaining({ code: 'key-invalid' }));
  });
});

describe('which key signs', () => {
  test('is the only one, or the one that was named', async () => {
    await expect(chooseKey(scene.home, undefined)).rejects.toMatchObject({ code: 'key-missing' });
    await createKey(scene.home, { name: 'laptop', principal: PERSON, passphrase: undefined });
    expect((await chooseKey(scene.home, undefined)).name).toBe('laptop');
    await createKey(scene.home, { name: 'token', principal: PERSON, passphrase: undefined });
    await expect(chooseKey(scene.home, undefined)).rejects.toMatchObject({ code: 'key-ambiguous' });
    expect((await chooseKey(scene.home, 'token')).name).toBe('token');
    await expect(chooseKey(scene.home, 'phone')).rejects.toMatchObject({ code: 'key-missing' });
  });

  test('must be one of the approvers, under the name that they give it', async () => {
    const { handout } = await createKey(scene.home, { name: 'laptop', principal: PERSON, passphrase: PASSPHRASE });
    const unlock = async (...answers: string[]) => {
      const people = await readApprovers(scene.home);
      return await unlockSigner({ home: scene.home, dialogue: answering(...answers) }, people, undefined);
    };
    await expect(unlock(PASSPHRASE)).rejects.toMatchObject({ code: 'key-untrusted' });
    await addApprover(scene.home, { ...handout, principal: parsePrincipalId('approver') });
    expect((await unlock(PASSPHRASE)).principal).toBe('approver');
    await expect(unlock('wrong')).rejects.toMatchObject({ code: 'passphrase-wrong' });
    await addApprover(scene.home, { ...handout, status: 'retired' });
    await expect(unlock(PASSPHRASE)).rejects.toMatchObject({ code: 'key-retired' });
  });
});

describe('the list of approvers', () => {
  const approver = () => readPublicKeyFile(generateEd25519KeyPair().publicKeyOpenSsh, PERSON);

  test('is empty at first, private, and holds one entry for each key', async () => {
    expect(await readApprovers(scene.home)).toEqual([]);
    const [one, two] = [approver(), approver()];
    await addApprover(scene.home, one);
    await addApprover(scene.home, two);
    await addApprover(scene.home, { ...one, status: 'retired' });
    expect(await readApprovers(scene.home)).toEqual([two, { ...one, status: 'retired' }]);
    expect((await stat(scene.home.approvers)).mode & 0o777).toBe(0o600);
    expect(trustedKey(one)).toMatchObject({ principal: PERSON, status: { kind: 'active' } });
  });

  test.each([
    ['an id that is not the key’s', (one: object) => ({ ...one, keyId: 'SHA256:other' }), 'approvers.0.keyId'],
    ['an unknown status', (one: object) => ({ ...one, status: 'admin' }), 'approvers.0.status'],
    ['an unknown field', (one: object) => ({ ...one, may: 'everything' }), 'approvers.0'],
  ])('is refused with %s', async (_name, change, field) => {
    await addApprover(scene.home, approver());
    const document = { schema: 'countersign/approvers/v1', approvers: [change(approver())] };
    await writeFile(scene.home.approvers, JSON.stringify(document));
    await expect(readApprovers(scene.home)).rejects.toMatchObject({
      code: 'configuration-invalid',
      details: { file: 'approvers.json', field },
    });
  });

  test('is refused when others can write it', async () => {
    await addApprover(scene.home, approver());
    await chmod(scene.home.approvers, 0o620);
    await expect(readApprovers(scene.home)).rejects.toMatchObject({ code: 'home-unsafe' });
  });
});

describe('a public key file', () => {
  const { publicKeyOpenSsh, publicKeyPem } = generateEd25519KeyPair();

  test('says whose it is, unless the caller does', () => {
    expect(readPublicKeyFile(`${publicKeyOpenSsh} approver\n`, undefined).principal).toBe('approver');
    expect(readPublicKeyFile(`${publicKeyOpenSsh} approver`, PERSON).principal).toBe(PERSON);
    expect(readPublicKeyFile(publicKeyPem, PERSON).keyId).toBe(readPublicKeyFile(publicKeyOpenSsh, PERSON).keyId);
  });

  test('is refused without a name, or where it is no such key', () => {
    expect(() => readPublicKeyFile(publicKeyOpenSsh, undefined)).toThrow(
      expect.objectContaining({ code: 'key-unnamed' }),
    );
    expect(() => readPublicKeyFile('ssh-rsa AAAA approver', PERSON)).toThrow(
      expect.objectContaining({ code: 'key-invalid' }),
    );
  });
});
