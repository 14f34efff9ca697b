// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import {
  CountersignError,
  assertionSigningBytes,
  parsePrincipalId,
  signingBytes,
  type ConsentVerifier,
  type SignatureRequest,
  type VerificationRequest,
  type VerifiedPrincipal,
} from '@countersign/core';
import { consentVerifierConformance, failedCases } from '@countersign/core/conformance';
import { ReferenceVerifier, authenticatorId, harnessFor } from './consent-verifier-reference.js';

describe('a right verifier passes every case', () => {
  consentVerifierConformance(harnessFor(new ReferenceVerifier()))(test);
});

class AcceptsEverything implements ConsentVerifier {
  readonly authenticatorId = authenticatorId;
  async verify({ assertion }: VerificationRequest): Promise<VerifiedPrincipal> {
    return { principal: assertion.principal, keyId: 'key-1' };
  }
}

class ChecksOnlyThePrefix extends ReferenceVerifier {
  override matches(given: string, expected: string): boolean {
    return given.slice(0, 16) === expected.slice(0, 16);
  }
}

class AcceptsTruncated extends ReferenceVerifier {
  override parse(proof: string): RegExpExecArray | null {
    return /^(key-\d)\.([0-9a-f]{32,64})$/.exec(proof);
  }
  override matches(given: string, expected: string): boolean {
    return expected.startsWith(given);
  }
}

class AcceptsExtended extends ReferenceVerifier {
  override parse(proof: string): RegExpExecArray | null {
    return /^(key-\d)\.([0-9a-f]{64})/.exec(proof);
  }
}

class AcceptsUpperCase extends ReferenceVerifier {
  override parse(proof: string): RegExpExecArray | null {
    return super.parse(proof.toLowerCase());
  }
}

class BelievesTheClaim extends ReferenceVerifier {
  override name({ keyId }: VerifiedPrincipal, { assertion }: VerificationRequest): VerifiedPrincipal {
    return { principal: assertion.principal, keyId };
  }
}

class NamesOnePerson extends ReferenceVerifier {
  override name({ keyId }: VerifiedPrincipal): VerifiedPrincipal {
    return { principal: parsePrincipalId('approver'), keyId };
  }
}

class IgnoresTheDecision extends ReferenceVerifier {
  override covered({ assertion }: VerificationRequest): Uint8Array {
    return assertionSigningBytes({ ...assertion, decision: 'granted' });
  }
}

class NormalisesTimes extends ReferenceVerifier {
  override covered({ signingBytes }: VerificationRequest): Uint8Array {
    return Buffer.from(Buffer.from(signingBytes).toString().replace('.000Z', 'Z'));
  }
}

class TrustsUnknownKeys extends ReferenceVerifier {
  override keyFor(keyId: string): { readonly principal: string; readonly retired: boolean } {
    return { principal: `holder of ${keyId}`, retired: false };
  }
}

class ThrowsForeignErrors extends ReferenceVerifier {
  override parse(): never {
    throw new TypeError('cannot read properties of undefined');
  }
}

class ThrowsBeforeItPromises extends ReferenceVerifier {
  override verify(request: VerificationRequest): Promise<VerifiedPrincipal> {
    if (!request.proof.startsWith('key-')) throw new CountersignError('proof-malformed');
    return super.verify(request);
  }
}

class AcceptsOnce extends ReferenceVerifier {
  readonly #seen = new Set<string>();
  override matches(given: string, expected: string): boolean {
    const fresh = !this.#seen.has(given);
    this.#seen.add(given);
    return fresh && given === expected;
  }
}

class RemembersForgeries extends ReferenceVerifier {
  #failures = 0;
  override matches(given: string, expected: string): boolean {
    if (given !== expected) this.#failures += 1;
    return given === expected && this.#failures === 0;
  }
}

class SharesState extends ReferenceVerifier {
  #request: VerificationRequest | undefined;
  override async verify(request: VerificationRequest): Promise<VerifiedPrincipal> {
    this.#request = request;
    await Promise.resolve();
    return super.verify(this.#request);
  }
}

class ScribblesOnItsArguments extends ReferenceVerifier {
  override covered({ signingBytes }: VerificationRequest): Uint8Array {
    const copy = Uint8Array.from(signingBytes);
    signingBytes.fill(0);
    return copy;
  }
}

class IgnoresTheSignal extends ReferenceVerifier {
  override check(request: SignatureRequest): VerifiedPrincipal {
    return super.check({ ...request, signal: new AbortController().signal });
  }
}

class TellsTheProof extends ReferenceVerifier {
  override check(request: SignatureRequest): VerifiedPrincipal {
    try {
      return super.check(request);
    } catch {
      throw new CountersignError('proof-invalid', { cause: new Error(`bad proof ${request.proof}`) });
    }
  }
}

class KeepsRetiredKeys extends ReferenceVerifier {
  override refusesRetired(): boolean {
    return false;
  }
}

class ForgetsRetiredKeys extends ReferenceVerifier {
  override refusesRetired(): boolean {
    return true;
  }
}

class TellsWhatIsRetired extends ReferenceVerifier {
  override check(request: SignatureRequest): VerifiedPrincipal {
    if (request.purpose === 'live' && request.proof.startsWith('key-3.')) throw new CountersignError('key-retired');
    return super.check(request);
  }
}

class SignsAnything extends ReferenceVerifier {
  override async verifySignature(request: SignatureRequest): Promise<VerifiedPrincipal> {
    const [, keyId = ''] = this.parse(request.proof) ?? [];
    return { principal: parsePrincipalId('approver'), keyId };
  }
}

class SignsThePrefix extends ReferenceVerifier {
  override async verifySignature(request: SignatureRequest): Promise<VerifiedPrincipal> {
    const { length } = signingBytes('checkpoint', { position: 1 });
    return this.check({ ...request, signingBytes: request.signingBytes.slice(0, length) });
  }
}

class BadName extends ReferenceVerifier {
  override readonly authenticatorId = 'Reference Verifier' as typeof authenticatorId;
}

describe('a broken verifier fails the case that names its fault', () => {
  test.each<[new () => ConsentVerifier, string]>([
    [AcceptsEverything, 'A42 refuses an assertion whose audience was changed after signing'],
    [AcceptsEverything, 'A42 refuses a key that is not trusted, whoever it claims to be'],
    [ChecksOnlyThePrefix, 'A42 refuses a proof with a single bit changed'],
    [AcceptsTruncated, 'A42 refuses a proof that was cut short'],
    [AcceptsExtended, 'A42 refuses a proof that was extended'],
    [AcceptsUpperCase, 'A42 refuses a proof in another encoding'],
    [BelievesTheClaim, 'A42 a claimed principal is never believed: the key says who signed'],
    [IgnoresTheDecision, 'A42 refuses an assertion whose decision was changed after signing'],
    [NormalisesTimes, 'A42 refuses an assertion whose issuedAt was changed after signing'],
    [TrustsUnknownKeys, 'A42 refuses a key that is not trusted, whoever it claims to be'],
    [NamesOnePerson, 'two people are two principals with two keys'],
    [ThrowsForeignErrors, 'A42 refuses a proof that never was one'],
    [ThrowsBeforeItPromises, 'A42 refuses a proof that never was one'],
    [AcceptsOnce, 'verifying again gives the same answer, whatever was refused in between'],
    [RemembersForgeries, 'verifying again gives the same answer, whatever was refused in between'],
    [SharesState, 'concurrent verifications do not mix'],
    [ScribblesOnItsArguments, 'the arguments are left as they were'],
    [IgnoresTheSignal, 'an aborted call is answered with `aborted`'],
    [TellsTheProof, 'A42 refuses the proof of another assertion'],
    [KeepsRetiredKeys, 'A42 a retired key decides nothing any more'],
    [ForgetsRetiredKeys, 'A46 what a retired key signed still verifies for the record'],
    [TellsWhatIsRetired, 'A42 a forger does not learn that a key is retired'],
    [SignsAnything, 'A46 a signature over other bytes names its principal, live and for the record'],
    [SignsAnything, 'A42 refuses a damaged signature over other bytes'],
    [SignsThePrefix, 'A42 refuses a signature over other bytes than these'],
    [TrustsUnknownKeys, 'A42 refuses a signature over other bytes by a key that is not trusted'],
    [IgnoresTheSignal, 'an aborted check of other bytes is answered with `aborted`'],
    [KeepsRetiredKeys, 'A42 a retired key signs no other bytes any more, and what it signed stays proven'],
    [BadName, 'the authenticator id is well-formed, stable and that of the signers'],
  ])('%p fails: %s', async (Broken, name) => {
    const failed = await failedCases(consentVerifierConformance(harnessFor(new Broken())));
    expect(failed.map((result) => result.name)).toContain(name);
  });

  test('a verifier is only asked for what it offers', async () => {
    const { retiredSigner: _retired, ...harness } = harnessFor(new KeepsRetiredKeys());
    expect(await failedCases(consentVerifierConformance(harness))).toEqual([]);
    const decisionsOnly: ConsentVerifier = {
      authenticatorId,
      verify: async (request) => new ReferenceVerifier().verify(request),
    };
    expect(await failedCases(consentVerifierConformance(harnessFor(decisionsOnly)))).toEqual([]);
  });
});
