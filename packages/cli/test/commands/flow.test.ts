// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { catalogAdd } from '../../src/commands/catalog.js';
import { pending } from '../../src/commands/challenges.js';
import { approve, deny } from '../../src/commands/decide.js';
import { policySet, policyShow } from '../../src/commands/policy.js';
import { reconcile } from '../../src/commands/reconcile.js';
import { status } from '../../src/commands/status.js';
import { repair, verify } from '../../src/commands/verify.js';
import { findWorkspace } from '../../src/find-workspace.js';
import { answering, createScene, firstGroup, SKILL, type Scene } from '../scene.js';
import { challengeFor, setUp, TASK } from '../set-up.js';

const PASSPHRASE = 'correct horse';

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
  await setUp(scene, PASSPHRASE);
});
afterEach(() => scene.remove());

const ask = () => reconcile(scene.context(), { task: TASK });
const exposed = (host: '.claude' | '.agents') => path.join(scene.workspace, host, 'skills/review/SKILL.md');

describe('a skill', () => {
  test('is asked for, approved by a person who read the screen, and installed', async () => {
    const asked = await ask();
    expect(asked).toMatchObject({ exitCode: 3, document: { status: 'consent-required' } });
    const digest = await challengeFor(scene);

    const dialogue = answering(firstGroup, PASSPHRASE);
    const approved = await approve(scene.context({ dialogue }), { challenge: digest.slice(0, 6) });
    expect(dialogue.said.join('\n')).toContain('Tools             │ Bash(git:*)');
    expect(approved).toMatchObject({
      exitCode: 0,
      document: { decision: 'granted', outcome: { status: 'available' } },
    });
    for (const host of ['.claude', '.agents'] as const) expect(await readFile(exposed(host), 'utf8')).toBe(SKILL);
    expect(await ask()).toMatchObject({ exitCode: 0, document: { status: 'available' } });
  });

  test('is denied, and stays denied until somebody asks again', async () => {
    const challenge = await challengeFor(scene);
    const denied = await deny(scene.context({ dialogue: answering(firstGroup, PASSPHRASE) }), { challenge });
    expect(denied).toMatchObject({ exitCode: 0, document: { decision: 'denied' } });
    expect(await ask()).toMatchObject({ exitCode: 4, document: { status: 'denied' } });
    const again = await reconcile(scene.context(), { askAgain: 'review' });
    expect(again).toMatchObject({ exitCode: 3 });
    await expect(readFile(exposed('.claude'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('that was edited is found, and repaired with the edit kept aside', async () => {
    const challenge = await challengeFor(scene);
    await approve(scene.context({ dialogue: answering(firstGroup, PASSPHRASE) }), { challenge });
    await writeFile(exposed('.claude'), 'edited', { flag: 'a' });
    expect(await verify(scene.context(), {})).toMatchObject({
      exitCode: 5,
      document: { intact: false, depth: 'quick' },
    });
    const repaired = await repair(scene.context(), { capability: 'review' });
    expect(repaired.text).toContain('review at claude-code: as agreed; edits are kept in kept-aside/');
    expect(await verify(scene.context(), { full: true })).toMatchObject({
      exitCode: 0,
      document: { intact: true, depth: 'full' },
    });
    expect(await readFile(exposed('.claude'), 'utf8')).toBe(SKILL);
  });
});

describe('nothing is signed', () => {
  test.each([
    ['without a terminal', [], 'terminal-required'],
    ['when the digest is mistyped', ['00000000'], 'not-confirmed'],
    ['when "yes" is typed', ['yes'], 'not-confirmed'],
    ['when nothing is typed', [''], 'not-confirmed'],
    ['with a wrong passphrase', [firstGroup, 'wrong'], 'passphrase-wrong'],
  ])('%s', async (_name, answers, code) => {
    const challenge = await challengeFor(scene);
    const context = scene.context({ dialogue: answering(...answers) });
    await expect(approve(context, { challenge })).rejects.toMatchObject({ code });
    expect((await status(scene.context())).document).toMatchObject({
      capabilities: [{ state: 'awaiting', challenge }],
    });
  });

  test('in another workspace, or when it was decided', async () => {
    const challenge = await challengeFor(scene);
    const elsewhere = findWorkspace({ folder: scene.folder }, scene.home, scene.folder);
    const signing = () => ({ dialogue: answering(firstGroup, PASSPHRASE) });
    await expect(approve(scene.context({ place: elsewhere, ...signing() }), { challenge })).rejects.toMatchObject({
      code: 'challenge-wrong-workspace',
    });
    await approve(scene.context(signing()), { challenge });
    await expect(deny(scene.context(signing()), { challenge })).rejects.toMatchObject({ code: 'challenge-settled' });
  });

  test('where the challenge is not known, or is not named clearly', async () => {
    const context = () => scene.context({ dialogue: answering(firstGroup) });
    for (const challenge of ['0'.repeat(64), '000000', '0', 'no digest']) {
      await expect(approve(context(), { challenge })).rejects.toMatchObject({ code: 'challenge-unknown' });
    }
  });
});

test('what waits elsewhere is listed as waiting elsewhere', async () => {
  const digest = await challengeFor(scene);
  const place = findWorkspace({ folder: scene.folder }, scene.home, scene.folder);
  expect((await pending(scene.context())).document).toMatchObject({ challenges: [{ digest, here: true }] });
  expect((await pending(scene.context({ place }))).document).toMatchObject({ challenges: [{ digest, here: false }] });
});

describe('the policy', () => {
  test('is changed at a terminal only, by typing its name', async () => {
    await expect(policySet(scene.context(), { mode: 'preapproved' })).rejects.toMatchObject({
      code: 'terminal-required',
    });
    const dialogue = answering('yes');
    await expect(policySet(scene.context({ dialogue }), { mode: 'preapproved' })).rejects.toMatchObject({
      code: 'not-confirmed',
    });
    expect((await policyShow(scene.context())).document).toMatchObject({ mode: 'ask', stored: false });
  });

  test('that pre-approves holds for the present catalog and no other', async () => {
    await policySet(scene.context({ dialogue: answering('preapproved') }), { mode: 'preapproved' });
    expect(await ask()).toMatchObject({ exitCode: 0, document: { status: 'available' } });
    await scene.writeSkill('skills/notes', { 'SKILL.md': '---\nname: notes\ndescription: Writes notes.\n---\n' });
    await catalogAdd(scene.context(), { reference: 'skills/notes', trigger: ['write notes'] });
    expect(await reconcile(scene.context(), { task: 'write notes' })).toMatchObject({ exitCode: 3 });
    expect((await policyShow(scene.context())).text).toContain('the catalog has changed since');
  });

  test('can forbid', async () => {
    await policySet(scene.context({ dialogue: answering('never') }), { mode: 'never' });
    expect(await ask()).toMatchObject({ exitCode: 4, document: { denials: [{ by: 'policy' }] } });
  });
});
