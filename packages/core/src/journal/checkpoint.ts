// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { parseCanonicalJson, canonicalJson, type JsonValue } from '../canonical-json.js';
import { signingBytes } from '../digest.js';
import { CountersignError } from '../errors/index.js';
import { parseAuthenticatorId, parsePrincipalId, type AuthenticatorId, type Digest, type PrincipalId } from '../ids.js';
import { parseInstant, type Instant } from '../instant.js';

/** What a journal contained when somebody signed for it. Kept elsewhere, it shows later that nothing was cut off or rewritten. */
export interface UnsignedCheckpoint {
  readonly schema: 'countersign/checkpoint/v1';
  readonly audience: string;
  /** Number of records. */
  readonly size: number;
  /** RFC 6962 tree hash over the digests of those records in commit order. */
  readonly root: Digest;
  readonly at: Instant;
  readonly principal: PrincipalId;
  readonly authenticatorId: AuthenticatorId;
}

export interface Checkpoint extends UnsignedCheckpoint {
  readonly proof: string;
}

const MAX_CHECKPOINT_BYTES = 16 * 1024;

const checkpointShape = z.strictObject({
  schema: z.literal('countersign/checkpoint/v1'),
  audience: z.string().min(1).max(256),
  size: z.int().nonnegative(),
  root: z.string().regex(/^[0-9a-f]{64}$/),
  at: z.string().transform(parseInstant),
  principal: z.string().transform(parsePrincipalId),
  authenticatorId: z.string().transform(parseAuthenticatorId),
  proof: z.string().min(1).max(8192),
});

export function checkpointSigningBytes(checkpoint: UnsignedCheckpoint): Uint8Array {
  const { schema, audience, size, root, at, principal, authenticatorId } = checkpoint;
  return signingBytes('checkpoint', { schema, audience, size, root, at, principal, authenticatorId });
}

export function encodeCheckpoint(checkpoint: Checkpoint): string {
  return canonicalJson(checkpoint as unknown as JsonValue);
}

/** @throws `json-*`, `shape-invalid`, `identifier-invalid`, `instant-invalid` */
export function decodeCheckpoint(wire: Uint8Array | string): Checkpoint {
  const parsed = checkpointShape.safeParse(parseCanonicalJson(wire, MAX_CHECKPOINT_BYTES));
  if (!parsed.success) throw new CountersignError('shape-invalid', { details: { document: 'checkpoint' } });
  return parsed.data as Checkpoint;
}
