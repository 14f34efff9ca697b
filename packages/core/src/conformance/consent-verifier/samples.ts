// SPDX-License-Identifier: Apache-2.0
import { assertionSigningBytes, type Assertion, type UnsignedAssertion } from '../../consent/assertion.js';
import { challengeDigest, type Challenge } from '../../consent/challenge.js';
import type { ConsentSigner, SignatureRequest, VerificationRequest } from '../../consent/consent-verifier.js';
import { sha256, signingBytes } from '../../digest.js';
import { parseCapabilityId, parseHostId, parseWorkspaceId } from '../../ids.js';
import { parseInstant } from '../../instant.js';
import { randomId, systemRandomness } from '../../randomness.js';

/** A real challenge, as core would issue it. */
export const SAMPLE_CHALLENGE: Challenge = {
  schema: 'countersign/challenge/v1',
  audience: 'countersign:conformance',
  randomness: sha256('randomness'),
  capability: {
    id: parseCapabilityId('acme:pdf-forms'),
    kind: 'skill',
    title: 'PDF forms',
    publisher: 'acme',
    folder: 'pdf-forms',
  },
  manifestDigest: sha256('manifest'),
  releaseRoot: sha256('catalog'),
  workspaceId: parseWorkspaceId('conformance'),
  generation: 1,
  scope: 'project',
  hosts: [parseHostId('codex')],
  grants: { allowedTools: ['Read'], hooks: [], executables: [] },
  problems: [],
  replaces: null,
  policyDigest: sha256('policy'),
  rules: { approvals: 1, maxValidityMs: 300_000, clockSkewMs: 5_000 },
  trialReport: null,
  issuedAt: parseInstant('2026-08-02T12:30:00Z'),
  expiresAt: parseInstant('2026-08-03T12:30:00Z'),
};

/** An assertion over the sample challenge, with its own nonce, signed as it stands after `change`. */
export async function signSample(signer: ConsentSigner, change: Partial<UnsignedAssertion> = {}): Promise<Assertion> {
  const unsigned: UnsignedAssertion = {
    schema: 'countersign/assertion/v1',
    challengeDigest: challengeDigest(SAMPLE_CHALLENGE),
    decision: 'granted',
    principal: signer.principal,
    authenticatorId: signer.authenticatorId,
    audience: SAMPLE_CHALLENGE.audience,
    nonce: randomId(systemRandomness),
    issuedAt: parseInstant('2026-08-02T12:31:00Z'),
    expiresAt: parseInstant('2026-08-02T12:36:00Z'),
    ...change,
  };
  return { ...unsigned, proof: await signer.sign(assertionSigningBytes(unsigned)) };
}

/** What core hands to a verifier. */
export function requestFor(assertion: Assertion, change: Partial<VerificationRequest> = {}): VerificationRequest {
  return {
    assertion,
    signingBytes: assertionSigningBytes(assertion),
    proof: assertion.proof,
    challenge: SAMPLE_CHALLENGE,
    purpose: 'live',
    signal: new AbortController().signal,
    ...change,
  };
}

/** Signed bytes that are no assertion, and what core asks of them. */
export async function signOtherBytes(
  signer: ConsentSigner,
  change: Partial<SignatureRequest> = {},
): Promise<SignatureRequest> {
  const bytes = signingBytes('checkpoint', { position: 1 });
  return {
    signingBytes: bytes,
    proof: await signer.sign(bytes),
    purpose: 'live',
    signal: new AbortController().signal,
    ...change,
  };
}

/** The bytes with one bit flipped at either end, cut, extended, and none at all. */
export function changedBytes(bytes: Uint8Array): readonly Uint8Array[] {
  const flip = (index: number) => bytes.map((byte, at) => (at === index ? byte ^ 1 : byte));
  const none = new Uint8Array();
  return [flip(0), flip(bytes.length - 1), bytes.slice(1), bytes.slice(0, -1), Uint8Array.of(...bytes, 0), none];
}

/** For each field, another value that is legal in that place. */
export function changedFields(otherPrincipal: string): Readonly<Record<keyof UnsignedAssertion, string>> {
  return {
    schema: 'countersign/assertion/v2',
    challengeDigest: sha256('another challenge'),
    decision: 'denied',
    principal: otherPrincipal,
    authenticatorId: 'another-authenticator',
    audience: 'countersign:conformance2',
    nonce: 'f'.repeat(32),
    // The same instants, written in another way: what was signed is the text.
    issuedAt: '2026-08-02T12:31:00.000Z',
    expiresAt: '2026-08-02T12:36:00+00:00',
  };
}

/**
 * The proof with one bit flipped: two bits of each character in turn, and every bit of the last one, where an encoding may
 * have bits that it does not use. (All bits of all characters would take seconds with a slow signature.)
 */
export function flippedProofs(proof: string): readonly string[] {
  const characters = Array.from(proof);
  return characters.flatMap((character, index) => {
    const bits = index === characters.length - 1 ? [0, 1, 2, 3, 4, 5, 6] : [index % 7, (index + 3) % 7];
    return bits.map((bit) => {
      const flipped = String.fromCodePoint((character.codePointAt(0) ?? 0) ^ (1 << bit));
      return [...characters.slice(0, index), flipped, ...characters.slice(index + 1)].join('');
    });
  });
}

export function truncatedProofs(proof: string): readonly string[] {
  return Array.from(proof, (_character, length) => proof.slice(0, length)).concat(proof.slice(1));
}

export function extendedProofs(proof: string): readonly string[] {
  const extra = ['A', '=', '.', ' ', '\n', '\0', '.AAAA', proof];
  return extra.flatMap((text) => [`${proof}${text}`, `${text}${proof}`]);
}

/** The same proof as a lenient reader might also take it. */
export function reencodedProofs(proof: string): readonly string[] {
  return [
    proof.toUpperCase(),
    proof.toLowerCase(),
    proof.replaceAll('-', '+').replaceAll('_', '/'),
    proof.replaceAll('+', '-').replaceAll('/', '_'),
    JSON.stringify(proof),
    encodeURIComponent(proof).replaceAll('.', '%2E'),
    Buffer.from(proof).toString('base64'),
    Buffer.from(proof).toString('base64url'),
    Buffer.from(proof).toString('hex'),
  ].filter((text) => text !== proof);
}

/** Texts that were never a proof, of the kinds that trip parsers and look-ups. */
export const NO_PROOFS: readonly string[] = [
  '',
  ' ',
  '.',
  '..',
  'null',
  '{}',
  '[]',
  '0',
  '__proto__.AAAA',
  'constructor.AAAA',
  '\0',
  '\ud800',
  '\u{1f600}',
  'A'.repeat(8192),
  '.'.repeat(8192),
];
