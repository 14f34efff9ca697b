// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import {
  DEFAULT_POLICY,
  compose,
  createCatalog,
  decodeCheckpoint,
  emptyCatalog,
  encodeCheckpoint,
  fileSystem,
  fixedCatalog,
  memoryStore,
  parseCapabilityId,
  releaseRoot,
  type Decision,
  type InstallMode,
  type Runtime,
} from '@countersign/core';
import { countsOf } from '../journal-view.js';
import { pinFolder, writeSampleSkill } from '../sample-skill.js';
import { AUDIENCE, inScene, RELEVANT, UNRELATED, type Scene } from '../scene.js';
import { stacks } from '../stacks.js';

async function install(scene: Scene): Promise<Runtime> {
  const runtime = scene.runtime();
  const { challenge } = await scene.ask(runtime);
  await runtime.reconcile(scene.request(UNRELATED, { assertion: await scene.sign(challenge, 'granted') }));
  return runtime;
}

async function decide(scene: Scene, runtime: Runtime, decision: Decision): Promise<void> {
  const { challenge } = await scene.ask(runtime);
  await runtime.reconcile(scene.request(UNRELATED, { assertion: await scene.sign(challenge, decision) }));
}

function setMode(runtime: Runtime, mode: InstallMode): Promise<unknown> {
  return runtime.policy.set({ ...DEFAULT_POLICY, mode });
}

/** Another version of the skill is pinned. */
async function release(scene: Scene, text: string): Promise<void> {
  await writeSampleSkill(join(scene.skills, 'context-managers'), { 'more.md': text });
  scene.catalog = createCatalog([await pinFolder(scene.skills, 'context-managers')]);
}

async function requireClean(runtime: Runtime): Promise<void> {
  const report = await runtime.audit.verify();
  expect(report.finding).toBeNull();
  expect(await runtime.audit.verifyExport(fileOf(await exported(runtime)))).toEqual(report);
}

async function exported(runtime: Runtime): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of runtime.audit.exportLines()) lines.push(line);
  return lines;
}

const fileOf = (lines: readonly string[]) => Readable.from([`${lines.join('\n')}\n`]);

/** Another machine: no database, no state, only what can verify a signature. */
function elsewhere(scene: Scene, withVerifier: boolean, audience = AUDIENCE): Runtime {
  return compose({
    plugins: [
      memoryStore(),
      fileSystem({ stateFolder: `${scene.folder}/elsewhere` }),
      fixedCatalog(emptyCatalog),
      ...(withVerifier ? [scene.people.verifier] : []),
    ],
    config: { audience },
  });
}

describe.each(stacks)('proof over $name', (stack) => {
  test('A81 an honest journal of every flow verifies, at hand and as an export', () =>
    inScene(stack, async (scene) => {
      const runtime = scene.runtime();
      await decide(scene, runtime, 'denied');
      await requireClean(runtime);

      // Asked again, expired, asked anew, superseded by a release, and granted in the end.
      const askAgain = parseCapabilityId('context-managers');
      await runtime.reconcile(scene.request(RELEVANT, { askAgain }));
      scene.clock.advance(DEFAULT_POLICY.terms.challengeLifetimeMs);
      await runtime.reconcile(scene.request(UNRELATED));
      await scene.ask(runtime);
      await release(scene, 'second');
      await runtime.reconcile(scene.request(UNRELATED));
      await decide(scene, runtime, 'granted');
      await requireClean(runtime);

      // An upgrade by policy, while it lasts.
      await release(scene, 'third');
      await setMode(runtime, { kind: 'preapproved', release: releaseRoot(scene.catalog) });
      await runtime.reconcile(scene.request(RELEVANT));
      await setMode(runtime, { kind: 'never' });
      await runtime.reconcile(scene.request(RELEVANT));
      await requireClean(runtime);

      // Two people, of whom one has decided when the policy changes.
      await release(scene, 'fourth');
      const terms = { ...DEFAULT_POLICY.terms, approvals: 2 };
      await runtime.policy.set({ ...DEFAULT_POLICY, terms });
      await decide(scene, runtime, 'granted');
      await setMode(runtime, { kind: 'ask' });
      await runtime.reconcile(scene.request(UNRELATED));
      await decide(scene, runtime, 'granted');
      await requireClean(runtime);
      expect(await countsOf(runtime)).toMatchObject({
        'policy.set': 4,
        'challenge.retired': 3,
        'install.denied': 1,
        'install.granted': 2,
        'install.exposed': 3,
        'challenge.voted': 4,
      });
    }));

  test('A46 an export verifies elsewhere, offline, with the keys alone', () =>
    inScene(stack, async (scene) => {
      const lines = await exported(await install(scene));
      const report = await elsewhere(scene, true).audit.verifyExport(fileOf(lines));
      expect(report).toMatchObject({ finding: null, proofs: 1, records: lines.length - 2 });
    }));

  test('A46 an export of another installation is refused, and its own checkpoint does not help', () =>
    inScene(stack, async (scene) => {
      const runtime = await install(scene);
      const checkpoint = await runtime.audit.checkpoint(scene.people.approver);
      const lines = await exported(runtime);
      const production = elsewhere(scene, true, 'production');
      const differs = { code: 'audience-differs' };
      await expect(production.audit.verifyExport(fileOf(lines))).rejects.toMatchObject(differs);
      await expect(production.audit.verify({ checkpoint })).rejects.toMatchObject(differs);
      // Relabelled, it is found by its challenges.
      const relabelled = lines.with(0, (lines[0] ?? '').replace(AUDIENCE, 'production'));
      const { finding } = await production.audit.verifyExport(fileOf(relabelled));
      expect(finding).toMatchObject({ kind: 'consent', code: 'assertion-wrong-audience' });
    }));

  test('A46 an export does not verify without the keys, nor with a proof that was changed', () =>
    inScene(stack, async (scene) => {
      const lines = await exported(await install(scene));
      const blind = await elsewhere(scene, false).audit.verifyExport(fileOf(lines));
      expect(blind.finding).toMatchObject({ kind: 'consent', code: 'assertion-wrong-authenticator' });
    }));

  test('A81 any line of an export that is changed, moved or missing is found', () =>
    inScene(stack, async (scene) => {
      const lines = await exported(await install(scene));
      const runtime = elsewhere(scene, true);
      const outcome = async (changed: readonly string[]) => {
        try {
          return (await runtime.audit.verifyExport(fileOf(changed))).finding;
        } catch (error) {
          return error;
        }
      };
      for (let index = 1; index < lines.length - 1; index += 1) {
        const line = lines[index] ?? '';
        const at = line.indexOf('"at":"2026') + 8;
        expect(await outcome(lines.with(index, `${line.slice(0, at)}7${line.slice(at + 1)}`))).toMatchObject({
          kind: 'record',
          fault: 'digest',
          position: index,
        });
        expect(await outcome(lines.toSpliced(index, 1))).not.toBeNull();
      }
      expect(await outcome(lines.slice(0, -1))).toMatchObject({ code: 'export-invalid' });
      expect(await outcome([...lines, lines[1] ?? ''])).toMatchObject({ code: 'export-invalid' });
      expect(await outcome(lines.slice(1))).toMatchObject({ code: 'export-invalid' });
      expect(await outcome(lines.with(1, lines[2] ?? '').with(2, lines[1] ?? ''))).toMatchObject({ kind: 'record' });
    }));

  test('A81 a signed checkpoint shows that a tail was cut off, or that history was rewritten', () =>
    inScene(stack, async (scene) => {
      const runtime = await install(scene);
      const wire = encodeCheckpoint(await runtime.audit.checkpoint(scene.people.approver));
      const checkpoint = decodeCheckpoint(wire);
      expect(await runtime.audit.verify({ checkpoint })).toMatchObject({ finding: null });

      // What an attacker with the database would do: a shorter history that is consistent in itself.
      const other = elsewhere(scene, true);
      const cut = await other.audit.verify({ checkpoint });
      expect(cut.finding).toEqual({ kind: 'truncated', records: 0, signed: checkpoint.size });

      const forged = {
        ...checkpoint,
        root: checkpoint.root.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) as typeof checkpoint.root,
      };
      await expect(runtime.audit.verify({ checkpoint: forged })).rejects.toMatchObject({
        code: 'checkpoint-signature-invalid',
      });
      const early = { ...checkpoint, size: checkpoint.size - 1 };
      await expect(runtime.audit.verify({ checkpoint: early })).rejects.toMatchObject({
        code: 'checkpoint-signature-invalid',
      });
      const stranger = await runtime.audit.checkpoint(scene.people.stranger);
      await expect(runtime.audit.verify({ checkpoint: stranger })).rejects.toMatchObject({
        code: 'checkpoint-signature-invalid',
      });
    }));

  test('A81 as many records that are not the same are told from a shorter history', () =>
    inScene(stack, async (scene) => {
      const first = await install(scene);
      const checkpoint = await first.audit.checkpoint(scene.people.approver);
      const rewrite = async (other: Scene) => {
        const lines = await exported(await install(other));
        expect(lines.length - 2).toBe(checkpoint.size);
        const { finding } = await first.audit.verifyExport(fileOf(lines), { checkpoint });
        expect(finding).toEqual({ kind: 'rewritten', signed: checkpoint.size });
      };
      await inScene(stack, rewrite, scene.people);
    }));
});
