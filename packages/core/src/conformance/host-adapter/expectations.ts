// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { lstat, readFile, readdir, readlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isCountersignError, type ErrorCode } from '../../errors/index.js';
import type { Drift, Exposure, HostAdapter, InspectOptions } from '../../exposure/host-adapter.js';
import type { SkillTree } from '../../skill-store/skill-store.js';
import type { Stage } from './harness.js';

interface Looked {
  readonly adapter: HostAdapter;
  readonly exposure: Exposure;
  readonly tree: SkillTree;
}

const DEPTHS: readonly InspectOptions['depth'][] = ['quick', 'full'];

/** Both depths must find the same. */
export async function expectFound(
  { adapter, exposure, tree }: Looked,
  kind: 'absent' | 'intact' | 'foreign',
): Promise<void> {
  for (const depth of DEPTHS) {
    const found = await adapter.inspect(exposure, tree, { depth });
    assert.equal(found.kind, kind, `a ${depth} look found ${JSON.stringify(found)}`);
  }
}

/** Both depths must find a drifted copy and name each of `drift`; more than that may be named. */
export async function expectDrift({ adapter, exposure, tree }: Looked, drift: readonly Drift[]): Promise<void> {
  for (const depth of DEPTHS) {
    const found = await adapter.inspect(exposure, tree, { depth });
    const said = `a ${depth} look found ${JSON.stringify(found)}`;
    assert.equal(found.kind, 'drifted', said);
    for (const { kind, path } of drift) {
      const named = found.drift.some((one) => one.kind === kind && one.path === path);
      assert.ok(named, `${said}, which does not name ${kind} ${path}`);
    }
  }
}

/** The refusal has that code, and nothing that it shows holds a path of the machine. */
export async function expectRefusal(stage: Stage, work: Promise<unknown>, code: ErrorCode): Promise<void> {
  const thrown: unknown = await work.then(
    () => assert.fail(`expected ${code}, but nothing was refused`),
    (reason: unknown) => reason,
  );
  assert.ok(isCountersignError(thrown), `expected ${code}, but ${String(thrown)} was thrown`);
  assert.equal(thrown.code, code);
  const shown = `${thrown.message} ${JSON.stringify(thrown.details)}`;
  for (const path of [stage.workspace.root, stage.stateFolder])
    assert.ok(!shown.includes(path), `${code} shows a path`);
}

/** Everything at and below a path, with bytes, kinds, modes and inodes; empty when nothing is there. */
export async function snapshot(path: string, name = '.'): Promise<readonly string[]> {
  const stat = await lstat(path).catch(() => undefined);
  if (stat === undefined) return [];
  const line = `${name} ${stat.mode.toString(8)} ${stat.ino}`;
  if (stat.isSymbolicLink()) return [`${line} -> ${await readlink(path)}`];
  if (!stat.isDirectory()) return [`${line} ${(await readFile(path)).toString('base64')}`];
  const below = (await readdir(path)).sort().map((child) => snapshot(join(path, child), `${name}/${child}`));
  return [line, ...(await Promise.all(below)).flat()];
}

/** What the host would see beside the skill: it must hold nothing that the case did not put there. */
export async function namesBeside(place: string): Promise<readonly string[]> {
  // A copy: an array that comes from another realm is never deeply equal to one of ours.
  return [...(await readdir(dirname(place)).catch(() => []))].sort();
}
