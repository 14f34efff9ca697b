// SPDX-License-Identifier: Apache-2.0
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createCatalog,
  encodeAssertion,
  parseCapabilityId,
  parseHostId,
  parsePrincipalId,
  signDecision,
  systemClock,
  systemRandomness,
  type Catalog,
} from '@countersign/core';
import { Ed25519Signer, generateEd25519KeyPair, parsePublicKey } from '@countersign/verifier-ed25519';
import { SKILLS_FOLDER, embeddedStack } from './stack.js';

const folder = await mkdtemp(join(tmpdir(), 'countersign-example-'));
const workspace = { scope: 'project', root: join(folder, 'project') } as const;
await mkdir(workspace.root);

// A person's key. In life it is made once and kept where agents cannot read it.
const principal = parsePrincipalId('release-manager');
const { privateKeyPem, publicKeyPem } = generateEd25519KeyPair();
const approvers = [{ publicKey: parsePublicKey(publicKeyPem), principal, status: { kind: 'active' } as const }];
const options = { stateFolder: join(folder, 'state'), skillsFolder: SKILLS_FOLDER, approvers };

const runtime = embeddedStack({ ...options, catalog: await pinnedCatalog() });
try {
  // #region tour
  const host = parseHostId('claude-code');
  const task = 'write the release notes for version 2.0';
  const asked = await runtime.reconcile({ workspace, host, task });
  const pending = asked.challenges[0];
  if (pending === undefined) throw new Error(`expected a question, got ${asked.status}`);

  const screen = await runtime.consent.screen(pending.digest);
  console.log(`${screen.challenge.capability.title}: ${screen.report.description ?? 'no description'}`);
  for (const file of screen.files) console.log(`  ${file.sha256.slice(0, 12)}  ${file.path}`);

  const signer = Ed25519Signer.fromPem(privateKeyPem, { principal });
  const decision = { signer, now: systemClock.now(), randomness: systemRandomness };
  const assertion = encodeAssertion(await signDecision(pending.challenge, 'granted', decision));
  const answered = await runtime.reconcile({ workspace, host, task: 'anything else', assertion });
  console.log(`after the signature: ${answered.status}`);

  const report = await runtime.audit.verify();
  console.log(
    `audit: ${String(report.records)} records, ${String(report.proofs)} signature, finding: ${report.finding?.kind ?? 'none'}`,
  );
  // #endregion tour
  if (answered.status !== 'available' || report.finding !== null) process.exitCode = 1;
} finally {
  await runtime.close();
  await rm(folder, { recursive: true, force: true });
}

/** Pins the bytes that the skill has now. A team reviews and commits the result. */
async function pinnedCatalog(): Promise<Catalog> {
  const runtime = embeddedStack({ ...options, catalog: createCatalog([]) });
  try {
    const material = { scheme: 'directory', path: 'release-notes' };
    const { manifestDigest, report } = await runtime.catalog.pin(material, 'release-notes');
    return createCatalog([
      {
        id: parseCapabilityId('release-notes'),
        kind: 'skill',
        title: 'Release notes',
        description: report.description ?? '',
        triggers: ['release notes'],
        languages: [],
        publisher: 'Countersign examples',
        folder: 'release-notes',
        material,
        manifestDigest,
      },
    ]);
  } finally {
    await runtime.close();
  }
}
