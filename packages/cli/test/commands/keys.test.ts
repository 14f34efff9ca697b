// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generateEd25519KeyPair } from '@countersign/verifier-ed25519';
import { init } from '../../src/commands/init.js';
import { keysList, keysNew, keysTrust } from '../../src/commands/keys.js';
import { readApprovers } from '../../src/home/approvers.js';
import { listKeys } from '../../src/home/key-store.js';
import { answering, createScene, type Scene } from '../scene.js';

const PASSPHRASE = 'correct horse';

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
  await init(scene.context(), {});
});
afterEach(() => scene.remove());

const principals = async () => (await readApprovers(scene.home)).map(({ principal }) => principal as string);
const newKey = (name: string, principal: string, ...answers: string[]) =>
  keysNew(scene.context({ dialogue: answering(...answers) }), { name, principal, passphrase: answers.length > 0 });

describe('a new key', () => {
  test('gets a passphrase at a terminal, and decides from then on', async () => {
    const made = await newKey('laptop', 'approver', PASSPHRASE, PASSPHRASE);
    expect(made.document).toMatchObject({ name: 'laptop', principal: 'approver', encrypted: true, trusted: true });
    expect(await principals()).toEqual(['approver']);
  });

  test.each([
    ['too short', ['short'], 'passphrase-too-short'],
    ['not the same twice', [PASSPHRASE, 'correct house'], 'passphrases-differ'],
  ])('is not made with a passphrase that is %s', async (_name, answers, reason) => {
    await expect(newKey('laptop', 'approver', ...answers)).rejects.toMatchObject({
      code: 'not-confirmed',
      details: { reason },
    });
    expect(await listKeys(scene.home)).toEqual([]);
  });

  test('is refused without a terminal, unless it shall have no passphrase; then there is a warning', async () => {
    const options = { name: 'robot', principal: 'approver' };
    await expect(keysNew(scene.context(), { ...options, passphrase: true })).rejects.toMatchObject({
      code: 'terminal-required',
    });
    const warnings: string[] = [];
    const made = await keysNew(scene.context({ warn: (text) => warnings.push(text) }), {
      ...options,
      passphrase: false,
    });
    expect(made.document).toMatchObject({ encrypted: false, trusted: true });
    expect(warnings).toEqual([expect.stringContaining('no passphrase')]);
  });

  test('is not trusted without a terminal once somebody decides here', async () => {
    await newKey('laptop', 'approver', PASSPHRASE, PASSPHRASE);
    const made = await newKey('robot', 'approver');
    expect(made.document).toMatchObject({ trusted: false });
    expect(await principals()).toEqual(['approver']);
    expect((await keysList(scene.context())).document['keys']).toEqual([
      expect.objectContaining({ status: 'active', privateKey: 'laptop', encrypted: true }),
      expect.objectContaining({ status: 'untrusted', privateKey: 'robot', encrypted: false }),
    ]);
  });

  test('needs a name of a person that people can tell apart', async () => {
    await expect(newKey('laptop', 'release\u200bmanager')).rejects.toMatchObject({ code: 'identifier-invalid' });
  });
});

describe('somebody else’s key', () => {
  const { keyId, publicKeyOpenSsh } = generateEd25519KeyPair();
  const trust = async (principal: string, ...answers: string[]) => {
    await writeFile(path.join(scene.workspace, 'other.pub'), `${publicKeyOpenSsh} whoever\n`);
    return await keysTrust(scene.context({ dialogue: answering(...answers) }), { file: 'other.pub', principal });
  };

  test('is trusted at a terminal, once its fingerprint was compared', async () => {
    await expect(trust('release-manager')).rejects.toMatchObject({ code: 'terminal-required' });
    await expect(trust('release-manager', 'yes')).rejects.toMatchObject({ code: 'not-confirmed' });
    expect(await principals()).toEqual([]);
    await trust('release-manager', keyId.slice(7, 15));
    expect(await principals()).toEqual(['release-manager']);
  });

  test('stands for one person', async () => {
    const typed = keyId.slice(7, 15);
    await trust('release-manager', typed);
    await trust('release-manager', typed);
    await expect(trust('approver', typed)).rejects.toMatchObject({ code: 'key-trusted' });
    expect(await principals()).toEqual(['release-manager']);
  });

  test('has to be a readable file', async () => {
    const options = { file: 'nothing.pub', principal: 'release-manager' };
    await expect(keysTrust(scene.context({ dialogue: answering('x') }), options)).rejects.toMatchObject({
      code: 'file-unreadable',
      details: { argument: 'file' },
    });
  });
});
