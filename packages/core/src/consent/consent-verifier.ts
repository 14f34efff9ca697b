// SPDX-License-Identifier: Apache-2.0
import type { AuthenticatorId, PrincipalId } from '../ids.js';
import type { Assertion } from './assertion.js';
import type { Challenge } from './challenge.js';

/** Who signed, as the verifier's own trusted configuration says; never as the assertion says. */
export interface VerifiedPrincipal {
  readonly principal: PrincipalId;
  /** Which key it was, for the record: the verifier's own stable name for it; 1-128 printable ASCII characters, no spaces. */
  readonly keyId: string;
}

/** A signature over anything that Countersign signs, such as a checkpoint. */
export interface SignatureRequest {
  /** What the proof must cover. */
  readonly signingBytes: Uint8Array;
  readonly proof: string;
  /**
   * `live`: a decision is being made now. `record`: an old decision is checked again in an audit; a key that was retired
   * since then still counts.
   */
  readonly purpose: 'live' | 'record';
  readonly signal: AbortSignal;
}

/** A signed decision. `proof` is the assertion's, `signingBytes` the canonical bytes of everything but the proof. */
export interface VerificationRequest extends SignatureRequest {
  readonly assertion: Assertion;
  readonly challenge: Challenge;
}

/**
 * The port for consent. It answers who signed; it never decides. Core checks every binding (challenge, audience, times,
 * nonce, principal) itself, and calls this outside locks and transactions. It must not change anything: a forged assertion
 * leaves no trace.
 */
export interface ConsentVerifier {
  readonly authenticatorId: AuthenticatorId;

  /**
   * Rejects, and never throws before it has returned a promise.
   * @throws `proof-malformed`, `proof-invalid`, `key-unknown`; `key-retired`, only once the proof has verified, so that a
   *   forger learns nothing; `verifier-failed` when it cannot answer; `aborted`. Anything but a returned principal counts
   *   as a refusal.
   */
  verify(request: VerificationRequest): Promise<VerifiedPrincipal>;

  /**
   * Who signed something that is not a decision, such as a checkpoint. A verifier whose proofs can only be made for a
   * decision leaves it out; its keys then cannot sign checkpoints.
   * @throws as `verify`
   */
  verifySignature?(request: SignatureRequest): Promise<VerifiedPrincipal>;
}

/** The counterpart on a person's side: makes proofs. Private keys stay behind it. */
export interface ConsentSigner {
  readonly authenticatorId: AuthenticatorId;
  readonly principal: PrincipalId;
  /** @returns the `proof` for these bytes */
  sign(signingBytes: Uint8Array): Promise<string>;
}
