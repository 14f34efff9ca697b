// SPDX-License-Identifier: Apache-2.0
import { parsePrincipalId, type PrincipalId } from '@countersign/core';
import { ed25519KeyId, formatOpenSshPublicKey, parsePublicKey } from '@countersign/verifier-ed25519';
import { CliError } from '../cli-error.js';
import type { Approver } from './approvers.js';

/** Bytes of a file with one public key. */
export const MAX_PUBLIC_KEY_BYTES = 4096;

/**
 * Reads a public key that somebody handed over. Whose it is says the caller, or else the comment of an OpenSSH line.
 * @throws `key-invalid`, `identifier-invalid`, `key-unnamed`
 */
export function readPublicKeyFile(text: string, principal: PrincipalId | undefined): Approver {
  const key = parsePublicKey(text);
  const owner = principal ?? commentOf(text);
  if (owner === undefined) throw new CliError('key-unnamed');
  const publicKey = formatOpenSshPublicKey(key, owner);
  return { keyId: ed25519KeyId(key), principal: owner, publicKey, status: 'active' };
}

function commentOf(text: string): PrincipalId | undefined {
  const comment = /^ssh-ed25519[ \t]+\S+[ \t]+(\S.*)$/.exec(text.trim())?.[1];
  return comment === undefined ? undefined : parsePrincipalId(comment);
}
