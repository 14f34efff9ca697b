// SPDX-License-Identifier: Apache-2.0
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { encodeAssertion, signDecision, systemClock, systemRandomness } from '@countersign/core';
import { generateEd25519KeyPair } from '@countersign/verifier-ed25519';
import { auditCheckpoint, auditExport, auditVerify } from '../src/commands/audit.js';
import { catalogAdd, catalogList } from '../src/commands/catalog.js';
import { pending, show } from '../src/commands/challenges.js';
import { approve, deny } from '../src/commands/decide.js';
import { doctor } from '../src/commands/doctor.js';
import { init } from '../src/commands/init.js';
import { keysList, keysNew, keysTrust } from '../src/commands/keys.js';
import { policySet, policyShow } from '../src/commands/policy.js';
import { reconcile } from '../src/commands/reconcile.js';
import { status } from '../src/commands/status.js';
import { submit } from '../src/commands/submit.js';
import { repair, verify } from '../src/commands/verify.js';
import { failureOf } from '../src/failure.js';
import { unlockSigner } from '../src/home/unlock-signer.js';
import { withStack } from '../src/stack.js';
import { shapeDifference } from './document-shape.js';
import { answering, createScene, firstGroup, type Answer, type Scene } from './scene.js';
import { challengeFor } from './set-up.js';

const DOCS = path.resolve(import.meta.dirname, '../../../docs/cli.md');

/** By schema. */
type Documents = ReadonlyMap<string, unknown>;

let scene: Scene;
let printed: Documents;
let documented: Documents;

beforeAll(async () => {
  scene = await createScene();
  printed = bySchema(await everyDocument());
  const text = await readFile(DOCS, 'utf8');
  documented = bySchema(
    [...text.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, json = '']) => JSON.parse(json) as object),
  );
});
afterAll(() => scene.remove());

const SCHEMAS = [
  ...['init', 'keys-new', 'keys-list', 'keys-trust', 'catalog-add', 'catalog-list', 'reconcile', 'pending', 'show'],
  ...['approve', 'deny', 'submit', 'status', 'verify', 'repair', 'policy-show', 'policy-set'],
  ...['audit-verify', 'audit-export', 'audit-checkpoint', 'doctor', 'error'],
].map((name) => `countersign/${name}/v1`);

describe('docs/cli.md shows each document as it is', () => {
  test.each(SCHEMAS)('%s', (schema) => {
    expect(shapeDifference(printed.get(schema), documented.get(schema))).toBeUndefined();
  });

  test('and no other', () => {
    expect([...documented.keys()].sort()).toEqual([...SCHEMAS].sort());
  });
});

/** Every command once, each with something to tell. */
async function everyDocument(): Promise<readonly object[]> {
  const context = () => scene.context();
  const withPerson = (...answers: Answer[]) => scene.context({ dialogue: answering(...answers) });
  const other = generateEd25519KeyPair();
  await writeFile(path.join(scene.workspace, 'other.pub'), other.publicKeyOpenSsh);
  await scene.writeSkill('skills/notes', { 'SKILL.md': '---\nname: notes\ndescription: Writes \u202e notes.\n---\n' });
  await scene.writeSkill('skills/lint', { 'SKILL.md': '---\nname: lint\ndescription: Lints.\n---\n' });

  const results = [
    await init(context(), {}),
    await keysNew(context(), { name: 'laptop', principal: 'approver', passphrase: false }),
    await keysTrust(withPerson(other.keyId.slice(7, 15)), { file: 'other.pub', principal: 'release-manager' }),
    await keysList(context()),
    await catalogAdd(context(), { reference: 'skills/review', trigger: ['code review'] }),
    await catalogAdd(context(), { reference: 'skills/notes', trigger: ['write notes'] }),
    await catalogAdd(context(), { reference: 'skills/lint', trigger: ['find lint'] }),
    await catalogList(context()),
    await approve(withPerson(firstGroup), { challenge: await challengeFor(scene, 'code review') }),
    await submit(context(), { file: await signedFile(await challengeFor(scene, 'find lint')) }),
    await show(context(), { challenge: await challengeFor(scene, 'write notes') }),
    await reconcile(context(), { task: 'write notes' }),
    await pending(context()),
    await deny(withPerson(firstGroup), { challenge: await challengeFor(scene, 'write notes') }),
    await status(context()),
  ];
  await appendFile(path.join(scene.workspace, '.claude/skills/review/SKILL.md'), 'edited');
  return [
    ...results,
    await verify(context(), { full: true }),
    await repair(context(), { capability: 'review' }),
    await policyShow(context()),
    await policySet(withPerson('preapproved'), { mode: 'preapproved' }),
    await auditExport(context(), { out: 'export.jsonl' }),
    await auditVerify(context(), {}),
    await auditCheckpoint(context(), { out: 'checkpoint.json' }),
    await doctor(context()),
    { document: await failureOf(new Error('anything'), context().signal) },
  ].map(({ document }) => document);
}

/** What a person signs elsewhere. */
async function signedFile(challenge: string): Promise<string> {
  const wire = await withStack(scene.context(), async ({ runtime, approvers }) => {
    const signer = await unlockSigner(scene.context(), approvers, 'laptop');
    const record = await runtime.consent.find(challenge);
    const signing = { signer, now: systemClock.now(), randomness: systemRandomness };
    return encodeAssertion(await signDecision(record.challenge, 'granted', signing));
  });
  await writeFile(path.join(scene.workspace, 'signed.json'), wire);
  return 'signed.json';
}

function bySchema(documents: readonly object[]): Documents {
  return new Map(documents.map((document) => [(document as { readonly schema: string }).schema, document]));
}
