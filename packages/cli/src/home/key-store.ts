// SPDX-License-Identifier: Apache-2.0
import { link, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CountersignError,
  isCountersignError,
  randomId,
  requirePrivateFolder,
  systemRandomness,
  writeFileDurably,
  type PrincipalId,
} from '@countersign/core';
import { Ed25519Signer, generateEd25519KeyPair } from '@countersign/verifier-ed25519';
import { CliError } from '../cli-error.js';
import type { Approver } from './approvers.js';
import type { Home } from './home.js';
import { codeOf, readPrivateFile } from './private-file.js';
import { readPublicKeyFile } from './public-key-file.js';

const NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/** A private key of this user. */
export interface StoredKey {
  readonly name: string;
  readonly pem: string;
  readonly isEncrypted: boolean;
  /** The public half, as it is handed out. */
  readonly handout: Approver;
}

export interface NewKey {
  readonly name: string;
  readonly principal: PrincipalId;
  readonly passphrase: string | undefined;
}

/** @throws `key-name-invalid` */
export function requireKeyName(name: string): void {
  if (!NAME.test(name)) throw new CliError('key-name-invalid');
}

/** Makes a key pair and keeps it: PKCS #8, mode 0600. @throws `key-name-invalid`, `key-exists`, `state-unsafe`, `storage-full` */
export async function createKey(home: Home, { name, principal, passphrase }: NewKey): Promise<StoredKey> {
  requireKeyName(name);
  await requirePrivateFolder(home.folder);
  await requirePrivateFolder(home.keys);
  if ((await namesOfKeys(home)).includes(name)) throw new CliError('key-exists');
  const pair = generateEd25519KeyPair(passphrase === undefined ? {} : { passphrase });
  const handout = readPublicKeyFile(pair.publicKeyOpenSsh, principal);
  // The private key last: a name counts as taken only when the pair is complete.
  await writeFileDurably(join(home.keys, `${name}.pub`), `${handout.publicKey}\n`);
  await createExclusively(join(home.keys, `${name}.pem`), pair.privateKeyPem);
  return { name, pem: pair.privateKeyPem, isEncrypted: passphrase !== undefined, handout };
}

/** Every complete pair, by name. @throws `home-unsafe`, `key-invalid` */
export async function listKeys(home: Home): Promise<readonly StoredKey[]> {
  return await Promise.all((await namesOfKeys(home)).map((name) => readKey(home, name)));
}

/** The key of that name, or the only one there is. @throws `key-missing`, `key-ambiguous`, `home-unsafe` */
export async function chooseKey(home: Home, name: string | undefined): Promise<StoredKey> {
  if (name !== undefined) {
    requireKeyName(name);
    return await readKey(home, name);
  }
  const [only, other] = await namesOfKeys(home);
  if (only === undefined) throw new CliError('key-missing');
  if (other !== undefined) throw new CliError('key-ambiguous');
  return await readKey(home, only);
}

/** @param principal whose key it is, as the list of approvers says. @throws `passphrase-wrong`, `key-invalid` */
export function openSigner(
  { pem, handout }: StoredKey,
  principal: PrincipalId,
  passphrase: string | undefined,
): Ed25519Signer {
  const signer = withPassphraseError(() =>
    Ed25519Signer.fromPem(pem, { principal, ...(passphrase === undefined ? {} : { passphrase }) }),
  );
  if (signer.keyId !== handout.keyId) {
    throw new CountersignError('key-invalid', { details: { reason: 'other-public-key' } });
  }
  return signer;
}

function withPassphraseError<T>(open: () => T): T {
  try {
    return open();
  } catch (thrown) {
    const isWrong = isCountersignError(thrown, 'key-invalid') && thrown.details['reason'] === 'passphrase-wrong';
    throw isWrong ? new CliError('passphrase-wrong', { cause: thrown }) : thrown;
  }
}

async function readKey(home: Home, name: string): Promise<StoredKey> {
  const pem = await readPrivateFile(join(home.keys, `${name}.pem`), { name: `keys/${name}.pem`, secret: true });
  const line = await readPrivateFile(join(home.keys, `${name}.pub`), { name: `keys/${name}.pub`, secret: false });
  if (pem === undefined || line === undefined) throw new CliError('key-missing');
  const isEncrypted = pem.startsWith('-----BEGIN ENCRYPTED');
  return { name, pem, isEncrypted, handout: readPublicKeyFile(line, undefined) };
}

async function namesOfKeys(home: Home): Promise<readonly string[]> {
  try {
    const files = await readdir(home.keys);
    const names = files.filter((file) => file.endsWith('.pem')).map((file) => file.slice(0, -'.pem'.length));
    return names.filter((name) => NAME.test(name)).sort();
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return [];
    throw new CliError('home-unsafe', { details: { file: 'keys', reason: 'unreadable' }, cause: thrown });
  }
}

/** A hard link does not replace what is there, as a rename would. */
async function createExclusively(path: string, text: string): Promise<void> {
  const aside = `${path}.${randomId(systemRandomness)}.new`;
  await writeFileDurably(aside, text);
  try {
    await link(aside, path);
  } catch (thrown) {
    throw codeOf(thrown) === 'EEXIST' ? new CliError('key-exists') : thrown;
  } finally {
    await rm(aside, { force: true });
  }
}
