// SPDX-License-Identifier: Apache-2.0
import { tokens, type Plugin } from '@countersign/core';
import { HmacVerifier, type HmacVerifierOptions } from './hmac-verifier.js';

/** Binds a shared-key verifier under its authenticator id. */
export function hmacVerifier(options: HmacVerifierOptions): Plugin {
  const key = options.authenticatorId ?? 'hmac';
  return {
    name: 'verifier-hmac',
    register: (registry) => registry.bindMany(tokens.consentVerifiers, key, () => new HmacVerifier(options)),
  };
}
