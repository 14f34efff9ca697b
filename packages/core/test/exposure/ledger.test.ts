// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cp, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseWorkspaceId } from '@countersign/core';
import { failOnceAt } from '@countersign/core/testing';
import { SampleTree, exposureOf } from '../../src/conformance/host-adapter/sample-tree.js';
import { contentsOf, knownHost, openBench, type HostBench } from './host-bench.js';

let bench: HostBench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.remove());

const ledgerOf = () => join(bench.stateFolder, 'ledger');

async function entries(): Promise<Record<string, unknown>[]> {
  return [...(await contentsOf(ledgerOf())).values()].map((text) => JSON.parse(text) as Record<string, unknown>);
}

test('A02 the state folder holds neither the path of the workspace nor a name made from it', async () => {
  await bench.host().apply(bench.exposure, bench.tree);
  await writeFile(join(bench.place, 'SKILL.md'), 'edited\n');
  await bench.host().inspect(bench.exposure, bench.tree, { depth: 'full' });
  await bench.host().revert(bench.exposure, bench.tree);
  await bench.host().apply(bench.exposure, bench.tree);
  const contents = await contentsOf(bench.stateFolder);
  expect(contents.size).toBeGreaterThan(1);
  for (const [path, text] of contents) {
    for (const part of [bench.workspace.root, bench.folder, 'countersign-exposure-']) {
      expect(`${path}\n${text}`).not.toContain(part);
    }
  }
});

test('an entry says what was put where, and is the first thing that an apply leaves', async () => {
  const intended = bench.host(failOnceAt('expose.intended')).apply(bench.exposure, bench.tree);
  await expect(intended).rejects.toThrow('expose.intended');
  const seen: Record<string, unknown>[] = [];
  await bench
    .host(async (point) => {
      if (point === 'expose.intended') seen.push(...(await entries()));
    })
    .apply(bench.exposure, bench.tree);
  seen.push(...(await entries()));
  const key = {
    schema: 'countersign/exposure/v1',
    workspaceId: 'ws-1',
    scope: 'project',
    discovery: '.claude/skills',
    folder: 'sample',
    digest: bench.tree.digest,
  };
  expect(seen).toMatchObject([
    { ...key, phase: 'intended' },
    { ...key, phase: 'placed' },
  ]);
});

test('fingerprints are recorded once times can be trusted, and stay as they are while nothing changes', async () => {
  const host = bench.host();
  await host.apply(bench.exposure, bench.tree);
  expect(await entries()).toMatchObject([{ files: [], folders: [] }]);
  await sleep(2_100);
  await host.inspect(bench.exposure, bench.tree, { depth: 'quick' });
  const recorded = await contentsOf(ledgerOf());
  const [entry] = await entries();
  expect(entry?.['folders']).toEqual(['', 'references', 'scripts']);
  expect(entry?.['files']).toHaveLength(5);
  await host.inspect(bench.exposure, bench.tree, { depth: 'quick' });
  await bench.host().inspect(bench.exposure, bench.tree, { depth: 'full' });
  expect(await contentsOf(ledgerOf())).toEqual(recorded);
  await utimes(join(bench.place, 'SKILL.md'), 1, 1);
  expect(await host.inspect(bench.exposure, bench.tree, { depth: 'quick' })).toEqual({ kind: 'intact' });
});

test('A24 a copy is intact without its entry, and apply puts it on record again', async () => {
  await bench.host().apply(bench.exposure, bench.tree);
  await rm(ledgerOf(), { recursive: true });
  expect(await bench.host().inspect(bench.exposure, bench.tree, { depth: 'quick' })).toEqual({ kind: 'intact' });
  await bench.host().apply(bench.exposure, bench.tree);
  expect(await entries()).toMatchObject([{ phase: 'placed', digest: bench.tree.digest }]);
});

test('A28 a changed copy without its entry is foreign: nothing is overwritten or taken out', async () => {
  await bench.host().apply(bench.exposure, bench.tree);
  await rm(ledgerOf(), { recursive: true });
  await writeFile(join(bench.place, 'SKILL.md'), 'edited\n');
  expect(await bench.host().inspect(bench.exposure, bench.tree, { depth: 'full' })).toEqual({ kind: 'foreign' });
  await expect(bench.host().apply(bench.exposure, bench.tree)).rejects.toMatchObject({ code: 'exposure-conflict' });
  expect(await bench.host().revert(bench.exposure, bench.tree)).toBeUndefined();
});

test.each(['', '{', '{"schema":"countersign/exposure/v2"}', 'null', '\u0000'])(
  'a damaged entry (%j) counts as none',
  async (text) => {
    await bench.host().apply(bench.exposure, bench.tree);
    const [name] = [...(await contentsOf(ledgerOf())).keys()];
    await writeFile(join(ledgerOf(), String(name)), text);
    expect(await bench.host().inspect(bench.exposure, bench.tree, { depth: 'quick' })).toEqual({ kind: 'intact' });
    await bench.host().revert(bench.exposure, bench.tree);
    expect(await bench.host().inspect(bench.exposure, bench.tree, { depth: 'quick' })).toEqual({ kind: 'absent' });
  },
);

test('A24 state that is moved to another folder knows its copies', async () => {
  await bench.host().apply(bench.exposure, bench.tree);
  const moved = join(bench.folder, 'moved');
  await cp(bench.stateFolder, moved, { recursive: true });
  await rm(bench.stateFolder, { recursive: true });
  const host = knownHost('claude-code', moved);
  await writeFile(join(bench.place, 'SKILL.md'), 'edited\n');
  expect(await host.inspect(bench.exposure, bench.tree, { depth: 'quick' })).toMatchObject({ kind: 'drifted' });
  const kept = await host.revert(bench.exposure, bench.tree);
  expect(kept?.drift).toEqual([{ kind: 'changed', path: 'SKILL.md' }]);
  expect(await entriesOf(join(moved, 'ledger'))).toEqual([]);
});

test('one process sees at once what another one recorded', async () => {
  const [one, other] = [bench.host(), bench.host()];
  const newer = new SampleTree([{ path: 'SKILL.md', text: 'newer\n' }]);
  await one.apply(bench.exposure, bench.tree);
  await other.revert(bench.exposure, bench.tree);
  await other.apply(exposureOf(bench.workspace, newer), newer);
  expect(await one.revert(bench.exposure, bench.tree)).toBeUndefined();
  expect(await one.inspect(exposureOf(bench.workspace, newer), newer, { depth: 'quick' })).toEqual({ kind: 'intact' });
});

test('another workspace at the same path does not own the copy', async () => {
  await bench.host().apply(bench.exposure, bench.tree);
  await writeFile(join(bench.place, 'SKILL.md'), 'edited\n');
  const workspace = { ...bench.workspace, id: parseWorkspaceId('ws-2') };
  const exposure = exposureOf(workspace, bench.tree);
  expect(await bench.host().inspect(exposure, bench.tree, { depth: 'quick' })).toEqual({ kind: 'foreign' });
});

async function entriesOf(folder: string): Promise<string[]> {
  return [...(await contentsOf(folder)).keys()];
}
