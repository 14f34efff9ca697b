// SPDX-License-Identifier: Apache-2.0
import { parsePrincipalId } from '@countersign/core';
import { CliError } from '../cli-error.js';
import type { CommandContext, CommandResult } from '../command.js';
import { requireTerminal, requireTyped, type Dialogue } from '../dialogue.js';
import { EXIT } from '../exit-codes.js';
import { addApprover, readApprovers } from '../home/approvers.js';
import { requireConfig } from '../home/config.js';
import { createKey, listKeys, requireKeyName } from '../home/key-store.js';
import { MAX_PUBLIC_KEY_BYTES, readPublicKeyFile } from '../home/public-key-file.js';
import { readInput } from '../read-input.js';
import { table } from '../screen/table.js';

const MIN_PASSPHRASE_CHARACTERS = 8;

export interface KeysNewOptions {
  readonly name: string;
  readonly principal: string;
  /** False with `--no-passphrase`. */
  readonly passphrase: boolean;
}

/**
 * Makes a key pair. Trust is given at a terminal; only the first key of an installation needs none, since there is nothing
 * yet that it could take over.
 */
export async function keysNew(context: CommandContext, options: KeysNewOptions): Promise<CommandResult> {
  const { home, dialogue } = context;
  await requireConfig(home);
  requireKeyName(options.name);
  const principal = parsePrincipalId(options.principal);
  const passphrase = options.passphrase ? await newPassphrase(dialogue) : undefined;
  if (passphrase === undefined) {
    context.warn('warning: this private key has no passphrase: whatever program runs as you can sign with it');
  }
  const { name, handout } = await createKey(home, { name: options.name, principal, passphrase });
  const trusted = dialogue.hasTerminal || (await readApprovers(home)).length === 0;
  if (trusted) await addApprover(home, handout);
  const { keyId, publicKey } = handout;
  return {
    document: {
      schema: 'countersign/keys-new/v1',
      name,
      keyId,
      principal,
      publicKey,
      encrypted: passphrase !== undefined,
      trusted,
    },
    text: [
      `Key ${name} of ${principal}: ${keyId}`,
      publicKey,
      trusted
        ? 'It decides here from now on.'
        : 'It is not trusted yet: other keys decide here, and a new one is trusted at a terminal (countersign keys trust).',
    ].join('\n'),
    exitCode: EXIT.done,
  };
}

async function newPassphrase(dialogue: Dialogue): Promise<string> {
  requireTerminal(dialogue);
  const passphrase = await dialogue.askSecret(`Passphrase, ${MIN_PASSPHRASE_CHARACTERS} characters or more:`);
  if ([...passphrase].length < MIN_PASSPHRASE_CHARACTERS) {
    throw new CliError('not-confirmed', { details: { reason: 'passphrase-too-short' } });
  }
  if ((await dialogue.askSecret('The same again:')) !== passphrase) {
    throw new CliError('not-confirmed', { details: { reason: 'passphrases-differ' } });
  }
  return passphrase;
}

/** Every key that is trusted here, and every private key of this user. */
export async function keysList({ home, style }: CommandContext): Promise<CommandResult> {
  const approvers = await readApprovers(home);
  const stored = await listKeys(home);
  const untrusted = stored.filter(({ handout }) => approvers.every(({ keyId }) => keyId !== handout.keyId));
  const keys = [
    ...approvers.map(({ keyId, principal, status }) => ({ keyId, principal, status })),
    ...untrusted.map(({ handout: { keyId, principal } }) => ({ keyId, principal, status: 'untrusted' })),
  ].map((key) => {
    const own = stored.find(({ handout }) => handout.keyId === key.keyId);
    return { ...key, privateKey: own?.name ?? null, encrypted: own?.isEncrypted ?? null };
  });
  const rows = keys.map(({ principal, status, privateKey, encrypted, keyId }) => {
    const own = privateKey === null ? '' : `${privateKey}${encrypted === true ? '' : ' (no passphrase)'}`;
    return [principal, status, own, keyId];
  });
  return {
    document: { schema: 'countersign/keys-list/v1', keys },
    text: rows.length === 0 ? 'No keys.' : table(['Person', 'Status', 'Private key', 'Key id'], rows, style),
    exitCode: EXIT.done,
  };
}

export interface KeysTrustOptions {
  readonly file: string;
  readonly principal: string;
}

/** Lets somebody else decide here. */
export async function keysTrust(
  context: CommandContext,
  { file, principal }: KeysTrustOptions,
): Promise<CommandResult> {
  const { home, dialogue } = context;
  requireTerminal(dialogue);
  await requireConfig(home);
  const input = { argument: 'file', path: file, maxBytes: MAX_PUBLIC_KEY_BYTES };
  const approver = readPublicKeyFile((await readInput(input, context)).toString('utf8'), parsePrincipalId(principal));
  const known = (await readApprovers(home)).find(({ keyId }) => keyId === approver.keyId);
  if (known !== undefined && known.principal !== approver.principal) {
    throw new CliError('key-trusted', { details: { principal: known.principal } });
  }
  dialogue.say(`${approver.principal} will decide here with the key\n  ${approver.keyId}`);
  dialogue.say('Compare it with what that person reads to you, not with what came in the same message as the key.');
  await requireTyped(dialogue, 'Type its first 8 characters after SHA256: to trust it:', approver.keyId.slice(7, 15));
  await addApprover(home, approver);
  return {
    document: { schema: 'countersign/keys-trust/v1', keyId: approver.keyId, principal: approver.principal },
    text: `${approver.principal} decides here from now on.`,
    exitCode: EXIT.done,
  };
}
