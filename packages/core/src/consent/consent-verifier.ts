// SPDX-License-Identifier: Apache-2.0
import type { AuthenticatorId, PrincipalId } from '../ids.js';
import type { Assertion } from './assertion.js';
import type { Challenge } from './challenge.js';

/** Who signed, as the verifier's own trusted configuration says; never as the assertion says. */
export interface VerifiedPrincipal {
  readonly principal: PrincipalId;
  /** Which key it was, for the record: the verifier's own stable name for it. */
  readonly keyId: string;
}

export interface VerificationRequest {
  readonly assertion: Assertion;
  /** What the proof must cover: the canonical bytes of everything but the proof. */
  readonly signingBytes: Uint8Array;
  readonly challenge: Challenge;
  /**
   * `live`: a decision is being made now. `record`: an old decision is checked again in an audit; a key that was retired
   * since then still counts.
   */
  readonly purpose: 'live' | 'record';
  readonly signal: AbortSignal;
}

/**
 * The port for consent. It answers who signed; it never decides. Core checks every binding (challenge, audience, times,
 * nonce, principal) itself, and calls this outside locks and transactions. It must not change anything: a forged assertion
 * leaves no trace.
 */
export interface ConsentVerifier {
  readonly authenticatorId: AuthenticatorId;

  /**
   * @throws `proof-malformed`, `proof-invalid`, `key-unknown`, `key-retired`; `verifier-failed` when it cannot answer;
   *   `aborted`. Anything but a returned principal counts as a refusal.
   */
  verify(request: VerificationRequest): Promise<VerifiedPrincipal>;
}

/** The counterpart on a person's side: makes proofs. Private keys stay behind it. */
export interface ConsentSigner {
  readonly authenticatorId: AuthenticatorId;
  readonly principal: PrincipalId;
  /** @returns the `proof` for these bytes */
  sign(signingBytes: Uint8Array): Promise<string>;
}
