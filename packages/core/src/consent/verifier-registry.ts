// SPDX-License-Identifier: Apache-2.0
import { CountersignError, isCountersignError } from '../errors/index.js';
import type { AuthenticatorId } from '../ids.js';
import { assertionSigningBytes, type Assertion } from './assertion.js';
import type { Challenge } from './challenge.js';
import type { ConsentVerifier, VerificationRequest, VerifiedPrincipal } from './consent-verifier.js';

/** The verifiers of a runtime, by authenticator. It asks the right one and checks its answer against the assertion. */
export class VerifierRegistry {
  readonly #verifiers: ReadonlyMap<AuthenticatorId, ConsentVerifier>;

  /** @throws `binding-duplicate` */
  constructor(verifiers: readonly ConsentVerifier[]) {
    this.#verifiers = new Map(verifiers.map((verifier) => [verifier.authenticatorId, verifier]));
    if (this.#verifiers.size !== verifiers.length) throw new CountersignError('binding-duplicate', { details: { port: 'ConsentVerifier' } });
  }

  get authenticatorIds(): readonly AuthenticatorId[] {
    return [...this.#verifiers.keys()];
  }

  /**
   * @throws `assertion-wrong-authenticator`, `assertion-wrong-principal`, and what the verifier throws; whatever it throws
   *   without a code becomes `verifier-failed`
   */
  async verify(
    assertion: Assertion,
    challenge: Challenge,
    { purpose, signal }: Pick<VerificationRequest, 'purpose' | 'signal'>,
  ): Promise<VerifiedPrincipal> {
    const verifier = this.#verifiers.get(assertion.authenticatorId);
    if (verifier === undefined) throw new CountersignError('assertion-wrong-authenticator');
    const verified = await verifier
      .verify({ assertion, challenge, purpose, signal, signingBytes: assertionSigningBytes(assertion) })
      .catch((error: unknown) => {
        throw isCountersignError(error) ? error : new CountersignError('verifier-failed', { cause: error });
      });
    // An answer that is not a principal must not pass because both sides happen to be undefined.
    if (typeof verified?.principal !== 'string' || typeof verified.keyId !== 'string') throw new CountersignError('verifier-failed');
    if (verified.principal !== assertion.principal) throw new CountersignError('assertion-wrong-principal');
    return verified;
  }
}
