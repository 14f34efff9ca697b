// SPDX-License-Identifier: Apache-2.0
import { CountersignError, isCountersignError } from '../errors/index.js';
import type { AuthenticatorId, PrincipalId } from '../ids.js';
import { assertionSigningBytes, type Assertion } from './assertion.js';
import type { Challenge } from './challenge.js';
import type { ConsentVerifier, SignatureRequest, VerificationRequest, VerifiedPrincipal } from './consent-verifier.js';
import { isRecord } from './is-record.js';

/** The verifiers of a runtime, by authenticator. It asks the right one and checks its answer against the assertion. */
export class VerifierRegistry {
  readonly #verifiers: ReadonlyMap<AuthenticatorId, ConsentVerifier>;

  /** @throws `binding-duplicate` */
  constructor(verifiers: readonly ConsentVerifier[]) {
    this.#verifiers = new Map(verifiers.map((verifier) => [verifier.authenticatorId, verifier]));
    if (this.#verifiers.size !== verifiers.length)
      throw new CountersignError('binding-duplicate', { details: { port: 'ConsentVerifier' } });
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
    const { authenticatorId, principal, proof } = assertion;
    const verifier = this.#require(authenticatorId);
    const signingBytes = assertionSigningBytes(assertion);
    const answer = await answerOf(() =>
      verifier.verify({ assertion, challenge, proof, signingBytes, purpose, signal }),
    );
    return requirePrincipal(answer, principal);
  }

  /** A signature over something else than a decision. @throws as `verify` */
  async verifySignature(
    signed: SignatureRequest & { readonly authenticatorId: AuthenticatorId; readonly principal: PrincipalId },
  ): Promise<VerifiedPrincipal> {
    const verifier = this.#require(signed.authenticatorId);
    if (verifier.verifySignature === undefined) throw new CountersignError('assertion-wrong-authenticator');
    const { signingBytes, proof, purpose, signal } = signed;
    const answer = await answerOf(() => verifier.verifySignature?.({ signingBytes, proof, purpose, signal }));
    return requirePrincipal(answer, signed.principal);
  }

  #require(authenticatorId: AuthenticatorId): ConsentVerifier {
    const verifier = this.#verifiers.get(authenticatorId);
    if (verifier === undefined) throw new CountersignError('assertion-wrong-authenticator');
    return verifier;
  }
}

async function answerOf(ask: () => Promise<VerifiedPrincipal> | undefined): Promise<unknown> {
  try {
    return await ask();
  } catch (error) {
    throw isCountersignError(error) ? error : new CountersignError('verifier-failed', { cause: error });
  }
}

/** An answer that is not a principal must not pass because both sides happen to be undefined. */
function requirePrincipal(answer: unknown, claimed: PrincipalId): VerifiedPrincipal {
  if (!isRecord(answer) || typeof answer['principal'] !== 'string' || typeof answer['keyId'] !== 'string') {
    throw new CountersignError('verifier-failed');
  }
  if (answer['principal'] !== claimed) throw new CountersignError('assertion-wrong-principal');
  return { principal: claimed, keyId: answer['keyId'] };
}
