// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { failOnceAt } from '@countersign/core/testing';
import { ledgerName } from '../../src/exposure/exposure-ledger.js';
import { processScope } from '../../src/durable-files/index.js';
import { contentsOf, namesAround, openBench, type HostBench } from './host-bench.js';

/** No process has it: Linux stops at 2^22. */
const DEAD_PID = 99_999_999;
const ID = '0'.repeat(32);

let bench: HostBench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.remove());

async function leftoverName(direction: 'in' | 'out', scope?: string, pid = DEAD_PID): Promise<string> {
  const { workspace, folder } = bench.exposure;
  const key = { workspaceId: workspace.id, scope: workspace.scope, folder };
  const name = ledgerName({ ...key, discovery: '.claude/skills' }).slice(0, 32);
  return `.countersign-${name}-${direction}-${ID}-${scope ?? (await processScope())}-${pid}`;
}

const besideDiscovery = (name: string) => join(dirname(dirname(bench.place)), name);

async function leave(name: string): Promise<void> {
  await mkdir(besideDiscovery(name), { recursive: true });
  await writeFile(join(besideDiscovery(name), 'SKILL.md'), 'half of it\n');
}

test.each(['expose.intended', 'expose.copied'] as const)('an apply that fails at %s leaves nothing', async (point) => {
  const failed = bench.host(failOnceAt(point)).apply(bench.exposure, bench.tree);
  await expect(failed).rejects.toThrow(point);
  expect(await namesAround(bench.place)).toEqual({ discovery: [], beside: ['skills'] });
});

test('the copy of a process that is gone is removed by the next apply', async () => {
  await bench.host().apply(bench.exposure, bench.tree);
  await leave(await leftoverName('in'));
  await bench.host().apply(bench.exposure, bench.tree);
  expect(await namesAround(bench.place)).toEqual({ discovery: ['sample'], beside: ['skills'] });
});

test('A28 what a crashed revert had taken out is sorted out by the next call, and edits are kept', async () => {
  await bench.host().apply(bench.exposure, bench.tree);
  await writeFile(join(bench.place, 'SKILL.md'), 'edited\n');
  await rename(bench.place, besideDiscovery(await leftoverName('out')));
  const kept = await bench.host().revert(bench.exposure, bench.tree);
  expect(kept).toEqual({ place: `kept-aside/${ID}`, drift: [{ kind: 'changed', path: 'SKILL.md' }] });
  expect(await namesAround(bench.place)).toEqual({ discovery: [], beside: ['skills'] });
  const contents = await contentsOf(join(bench.stateFolder, `kept-aside/${ID}`));
  expect([...contents]).toEqual([['sample/SKILL.md', 'edited\n']]);
});

test('A28 an apply sorts it out as well', async () => {
  await bench.host().apply(bench.exposure, bench.tree);
  await writeFile(join(bench.place, 'own'), 'added\n');
  await rename(bench.place, besideDiscovery(await leftoverName('out')));
  await bench.host().apply(bench.exposure, bench.tree);
  expect(await namesAround(bench.place)).toEqual({ discovery: ['sample'], beside: ['skills'] });
  expect(await readdir(join(bench.stateFolder, 'kept-aside', ID, 'sample'))).toContain('own');
});

test('sorting out goes on where a crash stopped it, with what was kept already', async () => {
  await bench.host().apply(bench.exposure, bench.tree);
  await writeFile(join(bench.place, 'own'), 'added\n');
  await rename(bench.place, besideDiscovery(await leftoverName('out')));
  const kept = join(bench.stateFolder, 'kept-aside', ID, 'sample');
  await mkdir(kept, { recursive: true });
  await writeFile(join(kept, 'own'), 'ad');
  await bench.host().revert(bench.exposure, bench.tree);
  expect([...(await contentsOf(kept))]).toEqual([['own', 'added\n']]);
});

test('names that are not ours for certain stay', async () => {
  await bench.host().apply(bench.exposure, bench.tree);
  const mine = await leftoverName('in');
  const names = [
    mine.replace(/-[0-9a-f]{32}-in-/, `-${'1'.repeat(32)}-in-`),
    `${mine}.bak`,
    '.countersign-notes',
    // A process that runs; and one of another machine, which cannot be asked.
    await leftoverName('in', undefined, process.ppid),
    await leftoverName('out', '0123456789abcdef'),
  ];
  for (const name of names) await leave(name);
  await bench.host().apply(bench.exposure, bench.tree);
  await bench.host().revert(bench.exposure, bench.tree);
  expect((await namesAround(bench.place)).beside).toEqual([...names, 'skills'].sort());
});

test('without an entry in the ledger no name is ours', async () => {
  const name = await leftoverName('in');
  await leave(name);
  await bench.host().revert(bench.exposure, bench.tree);
  expect((await namesAround(bench.place)).beside).toEqual([name]);
});
