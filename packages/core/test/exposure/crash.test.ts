// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { fork, type ChildProcess } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SeededRandomness } from '@countersign/core/testing';
import { endOf, killAndWait, nextMessage } from '../skill-store/child-process.js';
import { contentsOf, namesAround, openBench, type HostBench } from './host-bench.js';

const SCRIPT = fileURLToPath(new URL('./expose-and-revert.mjs', import.meta.url));

let bench: HostBench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.remove());

/** Runs the compiled package, in plain Node. */
function startTask(task: string, argument = ''): ChildProcess {
  return fork(SCRIPT, [bench.stateFolder, bench.workspace.root, task, argument], { execArgv: [] });
}

async function expectExposedOnce(): Promise<void> {
  const host = bench.host();
  await host.apply(bench.exposure, bench.tree);
  expect(await host.inspect(bench.exposure, bench.tree, { depth: 'quick' })).toEqual({ kind: 'intact' });
  expect(await host.inspect(bench.exposure, bench.tree, { depth: 'full' })).toEqual({ kind: 'intact' });
  expect(await namesAround(bench.place)).toEqual({ discovery: ['sample'], beside: ['skills'] });
}

describe('a process that is killed', () => {
  test.each([
    ['expose.intended', 'absent'],
    ['expose.copied', 'absent'],
    ['expose.renamed', 'intact'],
    ['expose.recorded', 'intact'],
  ] as const)('A12 at %s leaves the skill %s, and the next apply ends as one intact copy', async (point, kind) => {
    expect(await endOf(startTask('die', point))).toBe('SIGKILL');
    expect((await namesAround(bench.place)).discovery).toEqual(kind === 'absent' ? [] : ['sample']);
    expect(await bench.host().inspect(bench.exposure, bench.tree, { depth: 'quick' })).toEqual({ kind });
    await expectExposedOnce();
  });

  test.each(['expose.intended', 'expose.copied', 'expose.renamed'])(
    'A28 at %s leaves a place that revert clears, so that it is nobody’s again',
    async (point) => {
      expect(await endOf(startTask('die', point))).toBe('SIGKILL');
      expect(await bench.host().revert(bench.exposure, bench.tree)).toBeUndefined();
      expect(await namesAround(bench.place)).toEqual({ discovery: [], beside: ['skills'] });
      expect(await contentsOf(join(bench.stateFolder, 'ledger'))).toEqual(new Map());
    },
  );

  test('A28 after its copy appeared has it known for ours, even when somebody edits it next', async () => {
    expect(await endOf(startTask('die', 'expose.renamed'))).toBe('SIGKILL');
    await writeFile(join(bench.place, 'SKILL.md'), 'edited\n');
    const found = await bench.host().inspect(bench.exposure, bench.tree, { depth: 'quick' });
    expect(found).toEqual({ kind: 'drifted', drift: [{ kind: 'changed', path: 'SKILL.md' }] });
  });

  test('A28 in the middle of a revert hides the skill at once, and loses no edit', async () => {
    await bench.host().apply(bench.exposure, bench.tree);
    await writeFile(join(bench.place, 'SKILL.md'), 'edited\n');
    expect(await endOf(startTask('dieReverting'))).toBe('SIGKILL');
    const { discovery, beside } = await namesAround(bench.place);
    expect(discovery).toEqual([]);
    expect(beside).toHaveLength(2);
    const kept = await bench.host().revert(bench.exposure, bench.tree);
    expect(kept?.drift).toEqual([{ kind: 'changed', path: 'SKILL.md' }]);
    expect(await namesAround(bench.place)).toEqual({ discovery: [], beside: ['skills'] });
    expect([...(await keptTexts())]).toEqual(['edited\n']);
    await expectExposedOnce();
  });
});

test('A12 processes killed at random instants lose no edit and leave nothing behind', async () => {
  const random = new SeededRandomness('random kills of exposures');
  const told = new Set<unknown>();
  for (let kill = 0; kill < 8; kill += 1) {
    const child = startTask('endless', String(kill));
    expect(await nextMessage(child)).toBe('ready');
    child.on('message', (edit) => told.add(edit));
    const [rounds = 0, delayMs = 0] = random.bytes(2);
    for (let done = 0; done < rounds % 3; done += 1) await nextMessage(child);
    await delay(delayMs % 60);
    expect(await killAndWait(child)).toBe('SIGKILL');
    await bench.host().revert(bench.exposure, bench.tree);
    expect(await namesAround(bench.place)).toEqual({ discovery: [], beside: ['skills'] });
    await expectExposedOnce();
    await bench.host().revert(bench.exposure, bench.tree);
  }
  expect(told.size).toBeGreaterThan(0);
  const kept = await keptTexts();
  expect([...told].filter((edit) => !kept.has(edit))).toEqual([]);
}, 120_000);

test('A09 processes that apply at once end as one intact copy', async () => {
  const children = Array.from({ length: 4 }, () => startTask('together'));
  for (const child of children) expect(await nextMessage(child)).toBe('ready');
  const endings = children.map(endOf);
  for (const child of children) child.send('now');
  expect(await Promise.all(endings)).toEqual([0, 0, 0, 0]);
  expect(await namesAround(bench.place)).toEqual({ discovery: ['sample'], beside: ['skills'] });
  await expectExposedOnce();
});

async function keptTexts(): Promise<ReadonlySet<unknown>> {
  return new Set((await contentsOf(join(bench.stateFolder, 'kept-aside'))).values());
}
