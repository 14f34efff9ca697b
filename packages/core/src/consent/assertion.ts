// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { canonicalJson, parseCanonicalJson, type JsonValue } from '../canonical-json.js';
import { digestOf, signingBytes } from '../digest.js';
import { CountersignError, isCountersignError } from '../errors/index.js';
import { parseAuthenticatorId, parsePrincipalId, type AuthenticatorId, type Digest, type PrincipalId } from '../ids.js';
import { parseInstant, type Instant } from '../instant.js';

export type Decision = 'granted' | 'denied';

/** What a person signs: everything but the proof. */
export interface UnsignedAssertion {
  readonly schema: 'countersign/assertion/v1';
  readonly challengeDigest: Digest;
  readonly decision: Decision;
  readonly principal: PrincipalId;
  readonly authenticatorId: AuthenticatorId;
  readonly audience: string;
  /** At least 128 random bits in lower-case hex. */
  readonly nonce: string;
  readonly issuedAt: Instant;
  readonly expiresAt: Instant;
}

/** A signed decision. The form of `proof` belongs to the verifier. */
export interface Assertion extends UnsignedAssertion {
  readonly proof: string;
}

/** Canonical bytes of an assertion on the wire. */
export const MAX_ASSERTION_BYTES = 16 * 1024;

const assertionShape = z.strictObject({
  schema: z.literal('countersign/assertion/v1'),
  challengeDigest: z.string().regex(/^[0-9a-f]{64}$/),
  decision: z.enum(['granted', 'denied']),
  principal: z.string().transform(parsePrincipalId),
  authenticatorId: z.string().transform(parseAuthenticatorId),
  audience: z.string().min(1).max(256),
  nonce: z.string().regex(/^[0-9a-f]{32,128}$/),
  issuedAt: z.string().transform(parseInstant),
  expiresAt: z.string().transform(parseInstant),
  proof: z.string().min(1).max(8192),
});

/** `"countersign/assertion/v1\n"` and the canonical JSON of everything but the proof. */
export function assertionSigningBytes(assertion: UnsignedAssertion): Uint8Array {
  const { schema, challengeDigest, decision, principal, authenticatorId, audience, nonce, issuedAt, expiresAt } =
    assertion;
  return signingBytes('assertion', {
    schema,
    challengeDigest,
    decision,
    principal,
    authenticatorId,
    audience,
    nonce,
    issuedAt,
    expiresAt,
  });
}

/** Identity of a signed assertion, proof included. */
export function assertionDigest(assertion: Assertion): Digest {
  return digestOf('assertion', assertion as unknown as JsonValue);
}

export function encodeAssertion(assertion: Assertion): string {
  return canonicalJson(assertion as unknown as JsonValue);
}

/**
 * Reads the wire form.
 * @throws `assertion-too-large`, `json-invalid`, `json-duplicate-key`, `json-not-canonical`, `shape-invalid`,
 *   `identifier-invalid`, `instant-invalid`
 */
export function decodeAssertion(wire: Uint8Array | string): Assertion {
  return readAssertion(parseWire(wire));
}

/** Reads an assertion from its JSON value. @throws `shape-invalid`, `identifier-invalid`, `instant-invalid` */
export function readAssertion(value: JsonValue): Assertion {
  const parsed = assertionShape.safeParse(value);
  if (!parsed.success) throw new CountersignError('shape-invalid', { details: { document: 'assertion' } });
  return parsed.data as Assertion;
}

function parseWire(wire: Uint8Array | string): JsonValue {
  try {
    return parseCanonicalJson(wire, MAX_ASSERTION_BYTES);
  } catch (error) {
    if (!isCountersignError(error, 'json-too-large')) throw error;
    throw new CountersignError('assertion-too-large', { details: { maxBytes: MAX_ASSERTION_BYTES } });
  }
}
