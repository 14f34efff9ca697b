// SPDX-License-Identifier: Apache-2.0
import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import {
  compose,
  decodeCheckpoint,
  emptyCatalog,
  encodeCheckpoint,
  fileSystem,
  fixedCatalog,
  memoryStore,
  type Runtime,
} from '@countersign/core';
import { AUDIENCE, inScene, UNRELATED, type Scene } from '../scene.js';
import { stacks } from '../stacks.js';

async function install(scene: Scene): Promise<Runtime> {
  const runtime = scene.runtime();
  const { challenge } = await scene.ask(runtime);
  await runtime.reconcile(scene.request(UNRELATED, { assertion: await scene.sign(challenge, 'granted') }));
  return runtime;
}

async function exported(runtime: Runtime): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of runtime.audit.exportLines()) lines.push(line);
  return lines;
}

const fileOf = (lines: readonly string[]) => Readable.from([`${lines.join('\n')}\n`]);

/** Another machine: no database, no state, only what can verify a signature. */
function elsewhere(scene: Scene, withVerifier: boolean): Runtime {
  return compose({
    plugins: [
      memoryStore(),
      fileSystem({ stateFolder: `${scene.folder}/elsewhere` }),
      fixedCatalog(emptyCatalog),
      ...(withVerifier ? [scene.people.verifier] : []),
    ],
    config: { audience: AUDIENCE },
  });
}

describe.each(stacks)('proof over $name', (stack) => {
  test('A46 an export verifies elsewhere, offline, with the keys alone', () =>
    inScene(stack, async (scene) => {
      const lines = await exported(await install(scene));
      const report = await elsewhere(scene, true).audit.verifyExport(fileOf(lines));
      expect(report).toMatchObject({ finding: null, proofs: 1, records: lines.length - 2 });
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
