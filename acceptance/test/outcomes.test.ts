// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { DEFAULT_POLICY, parseHostId, releaseRoot, sha256, type Runtime } from '@countersign/core';
import { inScene, RELEVANT, UNRELATED, type Scene } from '../scene.js';
import { stacks } from '../stacks.js';

async function preapprove(scene: Scene, runtime: Runtime): Promise<void> {
  await runtime.policy.set({ ...DEFAULT_POLICY, mode: { kind: 'preapproved', release: releaseRoot(scene.catalog) } });
  scene.clock.reads = 0;
}

describe.each(stacks)('reconcile over $name', (stack) => {
  test('A01 asks by default, and without a broker only recommends', () =>
    inScene(stack, async (scene) => {
      const runtime = scene.runtime({ withoutBroker: true });
      const first = await runtime.reconcile(scene.request(RELEVANT));
      const again = await runtime.reconcile(scene.request('fix Python context manager state restoration'));
      for (const outcome of [first, again]) {
        expect(outcome).toMatchObject({ status: 'consent-required', challenges: [], available: [], failure: null });
        expect(outcome.directives).toHaveLength(1);
        expect(outcome.directives[0]).toMatchObject({ kind: 'recommendation', capabilityId: 'context-managers' });
        expect(Object.isFrozen(outcome)).toBe(true);
        expect(outcome.epoch).toMatch(/^[0-9a-f]{64}$/);
      }
      expect(first.epoch).toBe(again.epoch);
      expect(scene.opened).toBe(0);
    }));

  test('A02 such a run leaves nothing on disk', () =>
    inScene(stack, async (scene) => {
      const runtime = scene.runtime({ withoutBroker: true });
      await runtime.reconcile(scene.request(RELEVANT));
      for (const bytes of (await scene.stateFiles()).values()) expect(bytes).toHaveLength(0);
      await expect(readFile(join(scene.workspace, '.countersign', 'workspace'))).rejects.toMatchObject({
        code: 'ENOENT',
      });
    }));

  test('A02 no flow leaves prompt, workspace path or session id in the state folder', () =>
    inScene(stack, async (scene) => {
      const runtime = scene.runtime();
      const { challenge } = await scene.ask(runtime);
      await runtime.reconcile(scene.request(UNRELATED, { assertion: await scene.sign(challenge, 'granted') }));
      const files = await scene.stateFiles();
      expect(files.size).toBeGreaterThan(0);
      for (const [name, bytes] of files) {
        for (const secret of [RELEVANT, UNRELATED, scene.workspace, 'session-7f3a']) {
          expect({ name, found: bytes.includes(secret) || name.includes(secret) }).toEqual({ name, found: false });
        }
      }
    }));

  test('A03 with a broker makes one durable challenge, whatever the later prompt', () =>
    inScene(stack, async (scene) => {
      const runtime = scene.runtime();
      const { outcome: first, challenge } = await scene.ask(runtime);
      scene.clock.advance(5 * 60_000);
      const later = await scene.runtime().reconcile(scene.request(UNRELATED, { language: 'JavaScript' }));
      expect(later).toMatchObject({ status: 'consent-required', directives: [], available: [] });
      expect(later.challenges).toEqual(first.challenges);
      expect(later.epoch).toBe(first.epoch);
      expect(challenge).toMatchObject({
        audience: 'acceptance-tests',
        capability: { id: 'context-managers' },
        releaseRoot: releaseRoot(scene.catalog),
        hosts: ['claude-code', 'codex'],
      });
      await expect(readFile(scene.exposed('.claude', 'SKILL.md'))).rejects.toMatchObject({ code: 'ENOENT' });
      await expect(runtime.consent.pending().next()).resolves.toMatchObject({ done: false });
    }));

  test.each(['granted', 'denied'] as const)(
    'A04 a signed decision (%s) resolves it, whatever prompt carries it',
    (decision) =>
      inScene(stack, async (scene) => {
        const runtime = scene.runtime();
        const { challenge, outcome: asked } = await scene.ask(runtime);
        scene.clock.advance(60_000);
        const assertion = await scene.sign(challenge, decision);
        const outcome = await runtime.reconcile(scene.request(UNRELATED, { language: 'JavaScript', assertion }));
        expect(outcome).toMatchObject({
          status: decision === 'granted' ? 'available' : 'denied',
          challenges: [],
          directives: [],
        });
        expect(outcome.epoch).not.toBe(asked.epoch);
        const record = await runtime.consent.find(asked.challenges[0]?.digest ?? '');
        expect(record.status).toEqual({ kind: 'settled', decision });
        const installed = readFile(scene.exposed('.claude', 'SKILL.md'));
        if (decision === 'denied') await expect(installed).rejects.toMatchObject({ code: 'ENOENT' });
        else await expect(installed).resolves.toBeTruthy();
      }),
  );

  test('A05 a stored policy that pre-approves installs, exposes and proves in one call', () =>
    inScene(stack, async (scene) => {
      const runtime = scene.runtime();
      await preapprove(scene, runtime);
      const outcome = await runtime.reconcile(scene.request(RELEVANT));
      expect(outcome).toMatchObject({ status: 'available', failure: null, challenges: [], directives: [] });
      expect(scene.clock.reads).toBe(1);
      expect(outcome.available).toEqual([
        {
          capabilityId: 'context-managers',
          manifestDigest: scene.catalog.entries[0]?.manifestDigest,
          folder: 'context-managers',
        },
      ]);
      for (const path of ['SKILL.md', 'scripts/check.sh', 'references/说明.md']) {
        const agreed = sha256(await readFile(join(scene.skills, 'context-managers', path)));
        expect(sha256(await readFile(scene.exposed('.claude', path)))).toBe(agreed);
        expect(sha256(await readFile(scene.exposed('.agents', path)))).toBe(agreed);
      }
    }));

  test('A06 what is active is proved again, and nothing is dispatched', () =>
    inScene(stack, async (scene) => {
      const runtime = scene.runtime();
      await preapprove(scene, runtime);
      const first = await runtime.reconcile(scene.request(RELEVANT));
      // SQLite marks readers in its shared-memory index; everything else stays as it is.
      const digests = async () =>
        [...(await scene.stateFiles())]
          .filter(([name]) => !name.endsWith('-shm'))
          .map(([name, bytes]) => [name, sha256(bytes)]);
      const before = await digests();
      const second = await runtime.reconcile(scene.request(RELEVANT));
      expect(second).toEqual(first);
      expect(scene.opened).toBe(1);
      expect(await digests()).toEqual(before);
    }));

  test('A07 an irrelevant prompt creates nothing, and a relevant one after it starts at revision 1', () =>
    inScene(stack, async (scene) => {
      const runtime = scene.runtime();
      const abstained = await runtime.reconcile(scene.request(UNRELATED, { language: 'JavaScript' }));
      expect(abstained).toMatchObject({
        status: 'abstained',
        available: [],
        challenges: [],
        directives: [],
        denials: [],
      });
      expect((await scene.stateFiles()).size).toBe(0);
      await scene.ask(runtime);
      const lines: string[] = [];
      for await (const line of runtime.audit.exportLines()) lines.push(line);
      const records = lines
        .slice(1, -1)
        .map((line) => JSON.parse(line) as { stream: string; revision: number; position: number });
      expect(records.find(({ stream }) => stream.startsWith('install/'))).toMatchObject({ revision: 1, position: 1 });
    }));

  test('A08 sub-second clocks are exact', () =>
    inScene(stack, async (scene) => {
      scene.clock.set('2026-08-02T12:30:00.123450Z');
      const runtime = scene.runtime();
      const { challenge } = await scene.ask(runtime);
      expect(challenge.issuedAt).toBe('2026-08-02T12:30:00.123450Z');
      const outcome = await runtime.reconcile(
        scene.request(RELEVANT, { assertion: await scene.sign(challenge, 'granted') }),
      );
      expect(outcome.status).toBe('available');
    }));

  test('A09 two hosts at once in one workspace: one install, both available, one copy', () =>
    inScene(stack, async (scene) => {
      await preapprove(scene, scene.runtime());
      const reconcile = (host: string) =>
        scene.runtime().reconcile(scene.request(RELEVANT, { host: parseHostId(host) }));
      const outcomes = await Promise.all([reconcile('codex'), reconcile('claude-code')]);
      expect(outcomes.map(({ status }) => status)).toEqual(['available', 'available']);
      expect(scene.opened).toBe(1);
      const copies = [...(await scene.stateFiles()).keys()].filter((name) => name.endsWith('SKILL.md'));
      expect(copies).toHaveLength(1);
    }));

  test('A25 a denial is remembered until a person asks again or the bytes change', () =>
    inScene(stack, async (scene) => {
      const runtime = scene.runtime();
      const { challenge } = await scene.ask(runtime);
      await runtime.reconcile(scene.request(UNRELATED, { assertion: await scene.sign(challenge, 'denied') }));
      const later = await runtime.reconcile(scene.request(RELEVANT));
      expect(later).toMatchObject({
        status: 'denied',
        challenges: [],
        denials: [{ capabilityId: 'context-managers', by: 'person' }],
      });
      expect((await runtime.reconcile(scene.request(UNRELATED, { language: 'CSS' }))).status).toBe('abstained');
      const askAgain = scene.catalog.entries[0]?.id;
      if (askAgain === undefined) throw new Error('no entry');
      const asked = await runtime.reconcile(scene.request(UNRELATED, { askAgain }));
      expect(asked.challenges[0]?.challenge.generation).toBe(2);
    }));
});
