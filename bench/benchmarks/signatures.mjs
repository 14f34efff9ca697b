// SPDX-License-Identifier: Apache-2.0
import { createHmac, createSecretKey } from 'node:crypto';
import { join } from 'node:path';
import {
  assertionSigningBytes,
  fixedCatalog,
  parseHostId,
  parsePrincipalId,
  signDecision,
  systemClock,
  systemRandomness,
} from '@countersign/core';
import { Ed25519Signer, Ed25519Verifier, generateEd25519KeyPair, parsePublicKey } from '@countersign/verifier-ed25519';
import { HmacSigner, HmacVerifier, generateHmacKey } from '@countersign/verifier-hmac';
import { ed25519 } from '@noble/curves/ed25519.js';
import { compare } from '../comparison.mjs';
import { makeSkills, taskFor } from '../fixtures/skills.mjs';
import { composeStack, homeIn, makeProject } from '../fixtures/stack.mjs';
import { interleave } from '../interleave.mjs';

/** @typedef {import('@countersign/core').Challenge} Challenge */
/** @typedef {import('@countersign/core').ConsentSigner} ConsentSigner */

const PRINCIPAL = parsePrincipalId('release-manager');

/** Checking one real decision, against the library call over the same bytes. @type {import('../bench.mjs').Benchmark} */
export async function signatures({ folder, rounds }) {
  const challenge = await askOnce(folder);
  return [...(await ed25519Checks(challenge, rounds(200))), ...(await hmacChecks(challenge, rounds(200)))];
}

/** @param {Challenge} challenge @param {number} rounds */
async function ed25519Checks(challenge, rounds) {
  const { privateKeyPem, publicKeyPem } = generateEd25519KeyPair();
  const publicKey = parsePublicKey(publicKeyPem);
  const verifier = new Ed25519Verifier({ keys: [{ publicKey, principal: PRINCIPAL, status: { kind: 'active' } }] });
  const request = await signedRequest(challenge, Ed25519Signer.fromPem(privateKeyPem, { principal: PRINCIPAL }));
  const signature = Buffer.from(request.proof.split('.')[1] ?? '', 'base64url');
  const raw = () => {
    if (!ed25519.verify(signature, request.signingBytes, publicKey, { zip215: false })) throw new Error('invalid');
  };
  const names = { subject: 'Ed25519Verifier.verify', floor: '@noble/curves ed25519.verify', operations: 10 };
  return await checks({ ...names, verify: () => verifier.verify(request), raw, rounds });
}

/** @param {Challenge} challenge @param {number} rounds */
async function hmacChecks(challenge, rounds) {
  const key = generateHmacKey(PRINCIPAL);
  const verifier = new HmacVerifier({ keys: [{ ...key, status: { kind: 'active' } }] });
  const request = await signedRequest(challenge, new HmacSigner({ key }));
  const secret = createSecretKey(key.secret);
  const raw = () => createHmac('sha256', secret).update(request.signingBytes).digest();
  const names = { subject: 'HmacVerifier.verify', floor: 'node:crypto createHmac', operations: 500 };
  return await checks({ ...names, verify: () => verifier.verify(request), raw, rounds });
}

/**
 * @param {{ subject: string, floor: string, operations: number, rounds: number, verify: () => Promise<unknown>, raw: () => unknown }} options
 */
async function checks({ subject, floor, operations, rounds, verify, raw }) {
  const repeat = async () => {
    for (let done = 0; done < operations; done += 1) await verify();
  };
  const repeatRaw = () => {
    for (let done = 0; done < operations; done += 1) raw();
  };
  const contenders = [
    { name: subject, prepare: () => repeat },
    { name: floor, prepare: () => repeatRaw },
  ];
  const samples = await interleave(contenders, { rounds, warmUps: 20 });
  return [compare(samples, { subject, floor, operations })];
}

/** A real challenge. @param {string} folder */
async function askOnce(folder) {
  const home = homeIn(folder);
  const catalog = await makeSkills(home.skills, 1);
  const runtime = composeStack(home, fixedCatalog(catalog));
  const workspace = await makeProject(home, join(folder, 'project'));
  const outcome = await runtime.reconcile({ workspace, host: parseHostId('claude-code'), task: taskFor(0) });
  await runtime.close();
  const challenge = outcome.challenges[0]?.challenge;
  if (challenge === undefined) throw new Error(`nobody was asked: ${outcome.status}`);
  return challenge;
}

/** @param {Challenge} challenge @param {ConsentSigner} signer */
async function signedRequest(challenge, signer) {
  const options = { signer, now: systemClock.now(), randomness: systemRandomness };
  const assertion = await signDecision(challenge, 'granted', options);
  return {
    assertion,
    challenge,
    signingBytes: assertionSigningBytes(assertion),
    proof: assertion.proof,
    purpose: /** @type {const} */ ('live'),
    signal: new AbortController().signal,
  };
}
