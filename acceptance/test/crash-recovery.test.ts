// SPDX-License-Identifier: Apache-2.0
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import {
  DEFAULT_POLICY,
  FAULT_POINTS,
  releaseRoot,
  type FaultPoint,
  type InstallPolicy,
  type Runtime,
} from '@countersign/core';
import { failOnceAt } from '@countersign/core/testing';
import { countsOf } from '../journal-view.js';
import { inScene, RELEVANT, UNRELATED, type Scene } from '../scene.js';
import { stacks } from '../stacks.js';

/** Points that only an install passes which retires a challenge first. */
const RETIRING: readonly FaultPoint[] = ['install.retiring', 'install.retired'];
const INSTALLING = FAULT_POINTS.filter((point) => !RETIRING.includes(point));
const CONSENTING: readonly FaultPoint[] = ['consent.verified', 'consent.deciding', 'consent.decided'];

const WEEK_MS = 7 * 86_400_000;

/** What changed in the world between the crash and the next call. */
const aftermaths = [
  { name: 'a later clock', apply: (scene: Scene) => Promise.resolve(scene.clock.advance(3_600_000)) },
  { name: 'an expired challenge', apply: (scene: Scene) => Promise.resolve(scene.clock.advance(WEEK_MS)) },
  {
    name: 'a changed policy',
    apply: async (_: Scene, runtime: Runtime) => void (await runtime.policy.set(otherPolicy)),
  },
] as const;

const otherPolicy: InstallPolicy = {
  ...DEFAULT_POLICY,
  terms: { ...DEFAULT_POLICY.terms, challengeLifetimeMs: WEEK_MS * 2 },
};

/** Answers whatever is asked until the skill is available, as a person would. */
async function finish(scene: Scene, runtime: Runtime): Promise<void> {
  let outcome = await runtime.reconcile(scene.request(UNRELATED, { language: 'JavaScript' }));
  for (let round = 0; round < 4 && outcome.status !== 'available'; round += 1) {
    const pending = outcome.challenges[0];
    outcome = await runtime.reconcile(
      pending === undefined
        ? scene.request(RELEVANT)
        : scene.request(UNRELATED, { assertion: await scene.sign(pending.challenge, 'granted') }),
    );
  }
  expect(outcome).toMatchObject({ status: 'available', failure: null, challenges: [] });
}

/** One legal end: one install, one copy, one decision that counts, everything provable. */
async function expectLegalEnd(scene: Scene, runtime: Runtime, point: FaultPoint): Promise<void> {
  const counts = await countsOf(runtime);
  expect(counts).toMatchObject({ 'install.claimed': 1, 'install.published': 1, 'install.exposed': 1 });
  expect(counts['install.granted'] ?? 0).toBeLessThanOrEqual(1);
  expect(counts['challenge.settled'] ?? 0).toBe(counts['install.granted'] ?? 0);
  // An error (not a kill) before the stage is kept makes the store clean up after itself, so it is fetched once more.
  expect(scene.opened).toBe(point === 'stage.written' ? 2 : 1);
  const places = [...(await scene.stateFiles()).keys()].filter((name) => name.endsWith('SKILL.md'));
  expect(places).toHaveLength(1);
  expect(places[0]).toContain('published');
  for (const host of ['.claude', '.agents']) expect(await readdir(join(scene.workspace, host))).toEqual(['skills']);
  expect(await runtime.audit.verify()).toMatchObject({ finding: null });
}

describe.each(stacks)('over $name, after a fault', (stack) => {
  // Each comes with an unrelated prompt.
  describe.each(aftermaths)('and then $name', ({ apply }) => {
    test.each(INSTALLING)('A12 A13 A22 A44 an asked install goes on from %s', (point) =>
      inScene(stack, async (scene) => {
        const faulty = scene.runtime({ faults: failOnceAt(point) });
        const asked = await faulty.reconcile(scene.request(RELEVANT));
        const pending = asked.failure === null ? asked.challenges[0] : undefined;
        const answer = async () =>
          pending === undefined
            ? asked
            : await faulty.reconcile(
                scene.request(UNRELATED, { assertion: await scene.sign(pending.challenge, 'granted') }),
              );
        expect(await answer()).toMatchObject({ status: 'failed', failure: { code: 'internal' } });
        const healthy = scene.runtime();
        await apply(scene, healthy);
        await finish(scene, healthy);
        await expectLegalEnd(scene, healthy, point);
      }),
    );

    test.each(INSTALLING.filter((point) => !CONSENTING.includes(point)))(
      'A12 A13 A22 a pre-approved install goes on from %s',
      (point) =>
        inScene(stack, async (scene) => {
          const healthy = scene.runtime();
          await healthy.policy.set({
            ...DEFAULT_POLICY,
            mode: { kind: 'preapproved', release: releaseRoot(scene.catalog) },
          });
          const outcome = await scene.runtime({ faults: failOnceAt(point) }).reconcile(scene.request(RELEVANT));
          expect(outcome).toMatchObject({ status: 'failed', failure: { code: 'internal' } });
          // As the seed has it: the policy is set back to ask before the next call.
          await healthy.policy.set(DEFAULT_POLICY);
          await apply(scene, healthy);
          await finish(scene, healthy);
          await expectLegalEnd(scene, healthy, point);
        }),
    );
  });

  test.each(RETIRING)('A20 an expired challenge is retired once, though a fault comes at %s', (point) =>
    inScene(stack, async (scene) => {
      const healthy = scene.runtime();
      await scene.ask(healthy);
      scene.clock.advance(WEEK_MS);
      const outcome = await scene
        .runtime({ faults: failOnceAt(point) })
        .reconcile(scene.request(UNRELATED, { language: 'CSS' }));
      expect(outcome.failure?.code).toBe('internal');
      expect((await healthy.reconcile(scene.request(UNRELATED, { language: 'CSS' }))).status).toBe('abstained');
      expect(await countsOf(healthy)).toMatchObject({ 'challenge.retired': 1, 'install.ended': 1 });
      const { challenge } = await scene.ask(healthy);
      expect(challenge.generation).toBe(2);
    }),
  );
});
