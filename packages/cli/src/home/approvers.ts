// SPDX-License-Identifier: Apache-2.0
import {
  CountersignError,
  parseJson,
  parsePrincipalId,
  requirePrivateFolder,
  writeFileDurably,
  type PrincipalId,
} from '@countersign/core';
import { ed25519KeyId, parsePublicKey, type TrustedEd25519Key } from '@countersign/verifier-ed25519';
import { z } from 'zod';
import type { Home } from './home.js';
import { MAX_HOME_FILE_BYTES, readPrivateFile } from './private-file.js';

/** A public key that decides here, and whose it is. */
export interface Approver {
  readonly keyId: string;
  readonly principal: PrincipalId;
  /** `ssh-ed25519 ...`, one line. */
  readonly publicKey: string;
  /** `retired`: it decides nothing new, and proves what it signed before. */
  readonly status: 'active' | 'retired';
}

const approversShape = z.strictObject({
  schema: z.literal('countersign/approvers/v1'),
  approvers: z.array(
    z.strictObject({
      keyId: z.string(),
      principal: z.string().transform(parsePrincipalId),
      publicKey: z.string(),
      status: z.enum(['active', 'retired']),
    }),
  ),
});

/** @throws `configuration-invalid`, `key-invalid`, `identifier-invalid`, `home-unsafe`, `json-*` */
export async function readApprovers(home: Home): Promise<readonly Approver[]> {
  const text = await readPrivateFile(home.approvers, { name: 'approvers.json', secret: false });
  if (text === undefined) return [];
  const parsed = approversShape.safeParse(parseJson(text, MAX_HOME_FILE_BYTES));
  if (!parsed.success) throw invalidApprovers(parsed.error.issues[0]?.path.join('.') ?? '');
  const { approvers } = parsed.data;
  // The id is what people compare; one that does not belong to the key would vouch for the wrong one.
  const wrong = approvers.findIndex(({ keyId, publicKey }) => ed25519KeyId(parsePublicKey(publicKey)) !== keyId);
  if (wrong !== -1) throw invalidApprovers(`approvers.${wrong}.keyId`);
  return approvers;
}

/** Adds an approver; one with the same key is replaced. @throws as `readApprovers`, `state-unsafe`, `storage-full` */
export async function addApprover(home: Home, approver: Approver): Promise<void> {
  const others = (await readApprovers(home)).filter(({ keyId }) => keyId !== approver.keyId);
  const document = { schema: 'countersign/approvers/v1', approvers: [...others, approver] };
  await requirePrivateFolder(home.folder);
  await writeFileDurably(home.approvers, `${JSON.stringify(document, null, 2)}\n`);
}

/** The form that the verifier takes. */
export function trustedKey({ publicKey, principal, status }: Approver): TrustedEd25519Key {
  return { publicKey: parsePublicKey(publicKey), principal, status: { kind: status } };
}

function invalidApprovers(field: string): CountersignError {
  return new CountersignError('configuration-invalid', { details: { file: 'approvers.json', field } });
}
