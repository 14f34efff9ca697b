// SPDX-License-Identifier: Apache-2.0
import { digestOf } from '../digest.js';
import type { Assertion } from './assertion.js';

/** Taken by a vote and never released. Scoped to audience and authenticator: two verifiers may draw the same nonce. */
export function nonceKey({ audience, authenticatorId, nonce }: Assertion): string {
  return `nonce/${digestOf('nonce', { audience, authenticatorId, nonce })}`;
}
