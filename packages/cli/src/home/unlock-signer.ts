// SPDX-License-Identifier: Apache-2.0
import { CountersignError } from '@countersign/core';
import type { Ed25519Signer } from '@countersign/verifier-ed25519';
import { CliError } from '../cli-error.js';
import type { CommandContext } from '../command.js';
import type { Approver } from './approvers.js';
import { chooseKey, openSigner } from './key-store.js';

/**
 * Opens a private key that is trusted here, asking for its passphrase where it has one.
 * @throws `key-missing`, `key-ambiguous`, `key-untrusted`, `key-retired`, `passphrase-wrong`, `terminal-required`, `interrupted`
 */
export async function unlockSigner(
  { home, dialogue }: Pick<CommandContext, 'home' | 'dialogue'>,
  approvers: readonly Approver[],
  name: string | undefined,
): Promise<Ed25519Signer> {
  const key = await chooseKey(home, name);
  const approver = approvers.find(({ keyId }) => keyId === key.handout.keyId);
  if (approver === undefined) throw new CliError('key-untrusted', { details: { key: key.name } });
  if (approver.status === 'retired') throw new CountersignError('key-retired');
  const passphrase = key.isEncrypted ? await dialogue.askSecret(`Passphrase of the key ${key.name}:`) : undefined;
  return openSigner(key, approver.principal, passphrase);
}
