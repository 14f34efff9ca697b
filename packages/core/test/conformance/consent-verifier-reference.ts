// SPDX-License-Identifier: Apache-2.0
import { createHmac } from 'node:crypto';
import {
  CountersignError,
  parseAuthenticatorId,
  parsePrincipalId,
  type ConsentSigner,
  type ConsentVerifier,
  type SignatureRequest,
  type VerificationRequest,
  type VerifiedPrincipal,
} from '@countersign/core';
import type { ConsentVerifierHarness } from '@countersign/core/conformance';

export const authenticatorId = parseAuthenticatorId('reference');

interface ReferenceKey {
  readonly principal: string;
  readonly retired: boolean;
}

const TRUSTED: ReadonlyMap<string, ReferenceKey> = new Map([
  ['key-1', { principal: 'approver', retired: false }],
  ['key-2', { principal: 'release-manager', retired: false }],
  ['key-3', { principal: 'former-approver', retired: true }],
]);

/** Toy keys: the secret is the key's name. */
function mac(keyId: string, bytes: Uint8Array): string {
  return createHmac('sha256', `secret of ${keyId}`).update(bytes).digest('hex');
}

function signerFor(keyId: string, principal: string): ConsentSigner {
  return {
    authenticatorId,
    principal: parsePrincipalId(principal),
    sign: async (bytes) => `${keyId}.${mac(keyId, bytes)}`,
  };
}

function refuse(code: 'proof-malformed' | 'proof-invalid' | 'key-unknown' | 'key-retired' | 'aborted'): never {
  throw new CountersignError(code);
}

/** A right verifier, small enough to be broken in one place at a time by overriding one method. */
export class ReferenceVerifier implements ConsentVerifier {
  readonly authenticatorId = authenticatorId;

  async verify(request: VerificationRequest): Promise<VerifiedPrincipal> {
    return this.name(this.check({ ...request, signingBytes: this.covered(request) }), request);
  }

  async verifySignature(request: SignatureRequest): Promise<VerifiedPrincipal> {
    return this.check(request);
  }

  check(request: SignatureRequest): VerifiedPrincipal {
    if (request.signal.aborted) refuse('aborted');
    const [, keyId = '', given = ''] = this.parse(request.proof) ?? refuse('proof-malformed');
    const key = TRUSTED.get(keyId) ?? this.keyFor(keyId);
    if (!this.matches(given, mac(keyId, request.signingBytes))) refuse('proof-invalid');
    if (key.retired && this.refusesRetired(request)) refuse('key-retired');
    return { principal: parsePrincipalId(key.principal), keyId };
  }

  parse(proof: string): RegExpExecArray | null {
    return /^(key-\d)\.([0-9a-f]{64})$/.exec(proof);
  }

  keyFor(_unknown: string): ReferenceKey {
    return refuse('key-unknown');
  }

  covered(request: VerificationRequest): Uint8Array {
    return request.signingBytes;
  }

  matches(given: string, expected: string): boolean {
    return given === expected;
  }

  refusesRetired({ purpose }: SignatureRequest): boolean {
    return purpose === 'live';
  }

  name(verified: VerifiedPrincipal, _request: VerificationRequest): VerifiedPrincipal {
    return verified;
  }
}

export function harnessFor(verifier: ConsentVerifier): ConsentVerifierHarness {
  return {
    verifier,
    signer: signerFor('key-1', 'approver'),
    otherSigner: signerFor('key-2', 'release-manager'),
    untrustedSigner: signerFor('key-9', 'stranger'),
    retiredSigner: signerFor('key-3', 'former-approver'),
  };
}
