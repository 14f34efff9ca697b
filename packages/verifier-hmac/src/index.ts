// SPDX-License-Identifier: Apache-2.0
export { decodeHmacKey, encodeHmacKey, generateHmacKey, type HmacKey } from './hmac-key.js';
export { HmacSigner, type HmacSignerOptions } from './hmac-signer.js';
export { HmacVerifier, type HmacKeyStatus, type HmacVerifierOptions, type TrustedHmacKey } from './hmac-verifier.js';
export { hmacVerifier } from './module.js';
