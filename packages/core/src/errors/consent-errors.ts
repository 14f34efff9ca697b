// SPDX-License-Identifier: Apache-2.0
/** Challenges, assertions, verifiers and policy. Whatever is refused here changed nothing. */
export const CONSENT_ERRORS = {
  'challenge-unknown': {
    meaning: 'No challenge with that digest was issued here.',
    retryable: false,
    remedy: 'List the open ones with `countersign pending` and sign one of those.',
  },
  'challenge-ambiguous': {
    meaning: 'More than one open challenge starts with those characters.',
    retryable: false,
    remedy: 'Give more characters of the digest.',
  },
  'challenge-settled': {
    meaning: 'The challenge was decided already.',
    retryable: false,
    remedy: 'Look at the decision with `countersign status`; ask again for a new challenge.',
  },
  'challenge-expired': {
    meaning: 'The challenge is past its expiry.',
    retryable: false,
    remedy: 'Ask again: the next relevant prompt issues a new challenge.',
  },
  'challenge-superseded': {
    meaning: 'The challenge was replaced because the policy or the release changed.',
    retryable: false,
    remedy: 'Read and sign the challenge that replaced it.',
  },
  'challenge-outdated': {
    meaning: 'The challenge says something else of its bytes than this release of Countersign reads in them.',
    retryable: false,
    remedy: 'Ask again with `countersign reconcile --ask-again <capability>`, and sign the new challenge.',
  },
  'challenge-wrong-workspace': {
    meaning: 'The challenge belongs to another workspace.',
    retryable: false,
    remedy: 'Submit the decision in the workspace that asked.',
  },
  'challenge-wrong-release': {
    meaning: 'The challenge was issued for another release of the catalog.',
    retryable: false,
    remedy: 'Ask again, and read what the present release contains.',
  },
  'challenge-wrong-policy': {
    meaning: 'The policy changed after the challenge was issued.',
    retryable: false,
    remedy: 'Ask again under the present policy.',
  },
  'assertion-too-large': {
    meaning: 'The assertion is larger than allowed.',
    retryable: false,
    remedy: 'Send the assertion alone, in its canonical form.',
  },
  'assertion-wrong-audience': {
    meaning: 'The assertion was made for another audience.',
    retryable: false,
    remedy: 'Sign the challenge that this installation issued.',
  },
  'assertion-wrong-authenticator': {
    meaning: 'No verifier here answers for the authenticator that the assertion names.',
    retryable: false,
    remedy: 'Sign with an authenticator that this installation trusts.',
  },
  'assertion-wrong-principal': {
    meaning: 'The key that signed belongs to somebody else than the assertion says.',
    retryable: false,
    remedy: 'Name the principal that the key is registered for.',
  },
  'assertion-expired': {
    meaning: 'The assertion is past its expiry.',
    retryable: false,
    remedy: 'Sign again.',
  },
  'assertion-not-yet-valid': {
    meaning: 'The assertion is issued in the future.',
    retryable: true,
    remedy: 'Compare the clocks of both machines; a small skew is allowed.',
  },
  'assertion-validity-too-long': {
    meaning: 'The assertion is valid for longer than the challenge allows.',
    retryable: false,
    remedy: 'Sign again with an expiry within the allowed time.',
  },
  'assertion-nonce-used': {
    meaning: 'The nonce was used by another assertion.',
    retryable: false,
    remedy: 'Sign again with a fresh random nonce.',
  },
  'principal-already-voted': {
    meaning: 'That person has decided on this challenge already.',
    retryable: false,
    remedy: 'Another person must sign.',
  },
  'proof-malformed': {
    meaning: 'The proof does not have the form that its verifier expects.',
    retryable: false,
    remedy: 'Sign again with a tool for that authenticator; the proof may have been cut off.',
  },
  'proof-invalid': {
    meaning: 'The proof does not verify over the assertion.',
    retryable: false,
    remedy: 'Sign again: a field was changed after signing, or another key was used.',
  },
  'key-unknown': {
    meaning: 'The proof names a key that is not trusted here.',
    retryable: false,
    remedy: 'Add the public key to the trusted ones, or sign with a trusted key.',
  },
  'key-retired': {
    meaning: 'The key that signed is no longer accepted for new decisions.',
    retryable: false,
    remedy: 'Sign with the key that replaced it.',
  },
  'key-invalid': {
    meaning: 'A key is not in a supported form or is unsafe to use.',
    retryable: false,
    remedy: 'Give a key in one of the forms that the verifier documents.',
  },
  'verifier-failed': {
    meaning: 'The verifier failed to answer; nothing was decided.',
    retryable: true,
    remedy: 'Try again; if it persists, look at the verifier.',
  },
  'consent-unavailable': {
    meaning: 'No verifier is installed, so nobody can decide here.',
    retryable: false,
    remedy: 'List a verifier plugin, and register a key.',
  },
  'policy-invalid': {
    meaning: 'The policy is not one that this release understands.',
    retryable: false,
    remedy: 'Set the policy again.',
  },
} as const;
