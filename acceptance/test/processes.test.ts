// SPDX-License-Identifier: Apache-2.0
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { FAULT_POINTS, type Challenge, type ReconcileOutcome } from '@countersign/core';
import { countsOf } from '../journal-view.js';
import { NOW, ProcessScene } from '../process-scene.js';
import { RELEVANT, UNRELATED } from '../scene.js';

let scene: ProcessScene;
beforeEach(async () => {
  scene = await ProcessScene.open();
});
afterEach(() => scene.close());

async function ask(): Promise<Challenge> {
  const challenge = (await scene.reconcile(RELEVANT)).challenges[0]?.challenge;
  if (challenge === undefined) throw new Error('no challenge');
  return challenge;
}

async function expectOneInstall(): Promise<void> {
  await scene.here(NOW, async (runtime) => {
    const counts = await countsOf(runtime);
    expect(counts).toMatchObject({
      'challenge.voted': 1,
      'challenge.settled': 1,
      'install.granted': 1,
      'install.claimed': 1,
      'install.published': 1,
      'install.exposed': 1,
    });
    expect(await runtime.audit.verify()).toMatchObject({ finding: null, proofs: 1 });
  });
  expect(await scene.opened()).toBe(1);
  const state = await readdir(join(scene.folder, 'state'), { recursive: true });
  expect(state.filter((name) => name.endsWith('SKILL.md'))).toHaveLength(1);
  for (const host of ['.claude', '.agents']) {
    expect(await readdir(join(scene.folder, 'workspace', host))).toEqual(['skills']);
    expect(await readdir(join(scene.folder, 'workspace', host, 'skills'))).toEqual(['context-managers']);
  }
}

describe('processes over one state folder', () => {
  test('A09 two hosts at once: one challenge, one install, one copy, both available', async () => {
    const race = async (task: string, assertion?: string) => {
      const orders = ['claude-code', 'codex'].map((host) => ({
        reconcile: { host, task, ...(assertion === undefined ? {} : { assertion }) },
      }));
      return (await scene.race(orders)).map(({ answer }) => answer as ReconcileOutcome);
    };
    const [first, second] = await race(RELEVANT);
    expect(first?.challenges).toEqual(second?.challenges);
    const challenge = first?.challenges[0]?.challenge;
    if (challenge === undefined) throw new Error('no challenge');

    const outcomes = await race(UNRELATED, await scene.sign(challenge, 'granted'));
    expect(outcomes.map(({ status }) => status)).toEqual(['available', 'available']);
    await expectOneInstall();
  });

  test('A45 64 racers submit one assertion over 4 processes: one settlement', async () => {
    const wire = await scene.sign(await ask(), 'granted');
    const results = await scene.race(Array.from({ length: 4 }, () => ({ submit: { wire, times: 16 } })));
    const answers = results.flatMap(({ answer }) => answer as string[]);
    expect(answers).toEqual(Array.from({ length: 64 }, () => 'settled'));
    expect((await scene.reconcile(UNRELATED)).status).toBe('available');
    await expectOneInstall();
  });

  const points = FAULT_POINTS.filter((point) => point !== 'install.retiring' && point !== 'install.retired');
  test.each(points)('A12 A13 A22 A44 A62 SIGKILL at %s loses nothing and does nothing twice', async (point) => {
    const first = await scene.act({ killAt: point, reconcile: { host: 'codex', task: RELEVANT } });
    let killed = first.signal === 'SIGKILL';
    // Where the kill left no question behind, an unrelated prompt asks nothing and a relevant one asks again.
    const pending = (await scene.reconcile(UNRELATED)).challenges[0] ?? (await scene.reconcile(RELEVANT)).challenges[0];
    if (pending === undefined) throw new Error('nobody was asked');
    const assertion = await scene.sign(pending.challenge, 'granted');
    if (!killed) {
      const second = await scene.act({ killAt: point, reconcile: { host: 'codex', task: UNRELATED, assertion } });
      killed = second.signal === 'SIGKILL';
    }
    expect(killed).toBe(true);
    const later = '2026-08-02T12:45:00Z';
    const outcome = await scene.reconcile(UNRELATED, { assertion, now: later });
    expect(outcome).toMatchObject({ status: 'available', failure: null });
    expect((await scene.reconcile('rename a CSS class', { now: later })).status).toBe('available');
    await expectOneInstall();
  });
});
