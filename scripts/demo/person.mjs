// SPDX-License-Identifier: Apache-2.0
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  encodeAssertion,
  noFaults,
  parsePrincipalId,
  signDecision,
  systemClock,
  systemRandomness,
} from '@countersign/core';
import { Ed25519Signer } from '@countersign/verifier-ed25519';
import { composeOver } from './stack.mjs';

/**
 * Plays the person. `countersign approve` signs the same way, but asks at a terminal first; a demo that is to run
 * unattended has none, so it signs with its own throw-away key and writes the assertion to a file, as a person would who
 * signs on another machine.
 * @param {import('./stage.mjs').Stage} stage
 * @param {string} digest
 * @param {import('@countersign/core').Decision} decision
 */
export async function signAsPerson({ home, project, folder }, digest, decision) {
  const runtime = await composeOver(home, project, noFaults);
  try {
    const { challenge } = await runtime.consent.find(digest);
    const pem = await readFile(join(home, 'keys', 'demo.pem'), 'utf8');
    const signer = Ed25519Signer.fromPem(pem, { principal: parsePrincipalId('release-manager') });
    const options = { signer, now: systemClock.now(), randomness: systemRandomness };
    const name = `${digest.slice(0, 8)}.${decision}.json`;
    await writeFile(join(folder, name), encodeAssertion(await signDecision(challenge, decision, options)));
    return join('..', name);
  } finally {
    await runtime.close();
  }
}
