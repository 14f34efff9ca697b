// SPDX-License-Identifier: Apache-2.0
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import {
  DEFAULT_POLICY,
  createCatalog,
  releaseRoot,
  sha256,
  type CatalogEntry,
  type Digest,
  type Runtime,
} from '@countersign/core';
import { countsOf } from '../journal-view.js';
import { pinFolder, writeSampleSkill } from '../sample-skill.js';
import { inScene, RELEVANT, UNRELATED, type Scene } from '../scene.js';
import { stacks } from '../stacks.js';

function onlyEntry(scene: Scene): CatalogEntry {
  const [entry] = scene.catalog.entries;
  if (entry === undefined) throw new Error('the catalog is empty');
  return entry;
}

async function preapprove(scene: Scene, runtime: Runtime): Promise<void> {
  await runtime.policy.set({ ...DEFAULT_POLICY, mode: { kind: 'preapproved', release: releaseRoot(scene.catalog) } });
}

async function installed(scene: Scene): Promise<Runtime> {
  const runtime = scene.runtime();
  await preapprove(scene, runtime);
  expect((await runtime.reconcile(scene.request(RELEVANT))).status).toBe('available');
  return runtime;
}

/** The source moves on to another version, and the catalog pins it. */
async function release(scene: Scene, extra: Readonly<Record<string, string>>): Promise<CatalogEntry> {
  await writeSampleSkill(join(scene.skills, 'context-managers'), extra);
  const entry = await pinFolder(scene.skills, 'context-managers');
  scene.catalog = createCatalog([entry]);
  return entry;
}

async function forgetBytes(scene: Scene, digest: Digest): Promise<void> {
  await rm(join(scene.state, 'skills', 'published', digest), { recursive: true, force: true });
}

// What a person or an operator can get wrong, and the way forward from each: none needs a file edited by hand.
describe.each(stacks)('the way forward over $name', (stack) => {
  test('A22 a pre-approved pin that was wrong is abandoned once the catalog is mended', () =>
    inScene(stack, async (scene) => {
      const right = onlyEntry(scene);
      scene.catalog = createCatalog([{ ...right, manifestDigest: sha256('wrong') }]);
      const runtime = scene.runtime();
      await preapprove(scene, runtime);
      const wrong = await runtime.reconcile(scene.request(RELEVANT));
      expect(wrong.failure?.code).toBe('material-digest-mismatch');

      scene.catalog = createCatalog([right]);
      await preapprove(scene, runtime);
      const mended = await runtime.reconcile(scene.request(UNRELATED, { language: 'CSS' }));
      expect(mended).toMatchObject({ status: 'available', failure: null });
      expect(await countsOf(runtime)).toMatchObject({
        'install.proposed': 2,
        'install.ended': 1,
        'install.exposed': 1,
      });
      expect(await runtime.audit.verify()).toMatchObject({ finding: null });
    }));

  test('A22 an approved install that a person wants to be asked about again is abandoned', () =>
    inScene(stack, async (scene) => {
      const entry = onlyEntry(scene);
      await mkdir(scene.exposed('.claude'), { recursive: true });
      await writeFile(scene.exposed('.claude', 'mine.md'), 'mine');
      const runtime = scene.runtime();
      const { challenge } = await scene.ask(runtime);
      const assertion = await scene.sign(challenge, 'granted');
      const stuck = await runtime.reconcile(scene.request(UNRELATED, { assertion }));
      expect(stuck.failure?.code).toBe('exposure-conflict');

      const again = await runtime.reconcile(scene.request(UNRELATED, { askAgain: entry.id }));
      expect(again.challenges[0]?.challenge.generation).toBe(2);
      expect(await readFile(scene.exposed('.claude', 'mine.md'), 'utf8')).toBe('mine');
    }));

  test('A25 a challenge that is open can be asked for again', () =>
    inScene(stack, async (scene) => {
      const runtime = scene.runtime();
      const { challenge } = await scene.ask(runtime);
      const again = await runtime.reconcile(scene.request(UNRELATED, { askAgain: challenge.capability.id }));
      expect(again.challenges).toHaveLength(1);
      expect(again.challenges[0]?.challenge.generation).toBe(2);
    }));

  test('A25 a denial is remembered for its bytes, whatever was pinned in between', () =>
    inScene(stack, async (scene) => {
      const first = onlyEntry(scene);
      const runtime = scene.runtime();
      const { challenge } = await scene.ask(runtime);
      await runtime.reconcile(scene.request(UNRELATED, { assertion: await scene.sign(challenge, 'denied') }));
      await release(scene, { 'more.md': 'more' });
      const other = await scene.ask(runtime);
      await runtime.reconcile(scene.request(UNRELATED, { assertion: await scene.sign(other.challenge, 'denied') }));

      scene.catalog = createCatalog([first]);
      const back = await runtime.reconcile(scene.request(RELEVANT));
      expect(back).toMatchObject({ status: 'denied', challenges: [] });
    }));

  test('A10 a conflict at the last host leaves nothing at the first', () =>
    inScene(stack, async (scene) => {
      await mkdir(scene.exposed('.agents'), { recursive: true });
      await writeFile(scene.exposed('.agents', 'mine.md'), 'mine');
      const runtime = scene.runtime();
      await preapprove(scene, runtime);
      const outcome = await runtime.reconcile(scene.request(RELEVANT));
      expect(outcome).toMatchObject({ status: 'failed', failure: { code: 'exposure-conflict' }, available: [] });
      await expect(readFile(scene.exposed('.claude', 'SKILL.md'))).rejects.toMatchObject({ code: 'ENOENT' });
      // In an upgrade the old version stays where it was.
      await rm(scene.exposed('.agents'), { recursive: true });
      expect((await runtime.reconcile(scene.request(UNRELATED))).status).toBe('available');
    }));

  test('A23 a conflict in an upgrade leaves the old version everywhere', () =>
    inScene(stack, async (scene) => {
      const runtime = await installed(scene);
      const entry = await release(scene, { 'more.md': 'more' });
      scene.catalog = createCatalog([{ ...entry, folder: 'renamed' }]);
      await mkdir(join(scene.workspace, '.agents', 'skills', 'renamed'), { recursive: true });
      await writeFile(join(scene.workspace, '.agents', 'skills', 'renamed', 'mine.md'), 'mine');
      await preapprove(scene, runtime);
      const outcome = await runtime.reconcile(scene.request(RELEVANT));
      expect(outcome).toMatchObject({ status: 'failed', failure: { code: 'exposure-conflict' } });
      expect(outcome.available).toHaveLength(1);
      for (const host of ['.claude', '.agents'] as const) {
        expect(await readFile(scene.exposed(host, 'SKILL.md'), 'utf8')).toContain('Context managers');
      }
    }));

  test('A22 an upgrade goes on though the old bytes are lost and the source has moved on', () =>
    inScene(stack, async (scene) => {
      const old = onlyEntry(scene);
      const runtime = await installed(scene);
      await runtime.policy.set(DEFAULT_POLICY);
      const entry = await release(scene, { 'more.md': 'more' });
      await forgetBytes(scene, old.manifestDigest);

      const asked = await runtime.reconcile(scene.request(RELEVANT));
      const pending = asked.challenges[0];
      if (pending === undefined) throw new Error(`nobody was asked: ${asked.failure?.code ?? asked.status}`);
      expect((await runtime.consent.screen(pending.digest)).comparison).toEqual({ kind: 'impossible' });
      const assertion = await scene.sign(pending.challenge, 'granted');
      const upgraded = await runtime.reconcile(scene.request(UNRELATED, { assertion }));
      expect(upgraded).toMatchObject({ status: 'available', available: [{ manifestDigest: entry.manifestDigest }] });
    }));

  test('A22 published bytes that are lost before they are exposed are fetched again', () =>
    inScene(stack, async (scene) => {
      const entry = onlyEntry(scene);
      const runtime = scene.runtime();
      await preapprove(scene, runtime);
      const faults = (point: string) => {
        if (point === 'install.exposing') throw new Error('stopped');
      };
      await scene.runtime({ faults }).reconcile(scene.request(RELEVANT));
      await forgetBytes(scene, entry.manifestDigest);
      expect((await runtime.reconcile(scene.request(UNRELATED, { language: 'CSS' }))).status).toBe('available');
    }));

  test('A22 A28 a first exposure that was edited before it was on record can be repaired', () =>
    inScene(stack, async (scene) => {
      const entry = onlyEntry(scene);
      const runtime = scene.runtime();
      await preapprove(scene, runtime);
      let reached = 0;
      // The second time is right before the exposure is recorded.
      const faults = (point: string) => {
        if (point === 'install.exposing' && (reached += 1) === 2) throw new Error('stopped');
      };
      await scene.runtime({ faults }).reconcile(scene.request(RELEVANT));
      await writeFile(scene.exposed('.claude', 'SKILL.md'), 'edited');
      const drifted = await runtime.reconcile(scene.request(UNRELATED, { language: 'CSS' }));
      expect(drifted.failure?.code).toBe('exposure-drifted');
      const [repair] = await runtime.capabilities.repair(scene.request(UNRELATED).workspace, entry.id);
      expect(repair?.kept?.drift).toEqual([{ kind: 'changed', path: 'SKILL.md' }]);
      expect((await runtime.reconcile(scene.request(UNRELATED, { language: 'CSS' }))).status).toBe('available');
    }));

  test('A21 A26 a pending challenge and a recommendation do not get in each other’s way', () =>
    inScene(stack, async (scene) => {
      await writeSampleSkill(join(scene.skills, 'other'));
      const other = await pinFolder(scene.skills, 'other', {
        id: 'other' as CatalogEntry['id'],
        folder: 'other',
        triggers: ['something else'],
        languages: [],
      });
      scene.catalog = createCatalog([...scene.catalog.entries, other]);
      await scene.ask(scene.runtime());
      const blind = scene.runtime({ withoutBroker: true });
      const outcome = await blind.reconcile(scene.request('something else', { language: 'CSS' }));
      expect(outcome).toMatchObject({ status: 'consent-required', directives: [], failure: null });
      expect(outcome.challenges).toHaveLength(1);
    }));

  test('A26 a clock that others moved on while this call waited is not a clock that went back', () =>
    inScene(stack, async (scene) => {
      const runtime = scene.runtime();
      const { challenge } = await scene.ask(runtime);
      const assertion = await scene.sign(challenge, 'granted');
      const holder = scene.medium.open(scene.state);
      const lease = await holder.acquireLease(`workspace/${challenge.workspaceId}`, { ttlMs: 60_000, waitMs: 0 });
      const waiting = runtime.reconcile(scene.request(UNRELATED, { assertion }));
      scene.clock.advance(60_000);
      await lease.release();
      await holder.close();
      expect(await waiting).toMatchObject({ status: 'available', failure: null });
    }));
});
