// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { chmod, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SkillTree } from '@countersign/core';
import { SampleTree } from '../../src/conformance/host-adapter/sample-tree.js';
import type { LedgerEntry } from '../../src/exposure/exposure-ledger.js';
import type { ExposurePlace } from '../../src/exposure/exposure-place.js';
import { NO_FINGERPRINTS, fingerprintsOf, isSettled, isUntouched } from '../../src/exposure/fingerprints.js';
import { inspectPlace } from '../../src/exposure/inspect-place.js';
import { observeTree } from '../../src/exposure/observe-tree.js';
import { openBench, type HostBench } from './host-bench.js';

let bench: HostBench;
beforeEach(async () => {
  bench = await openBench();
  await bench.host().apply(bench.exposure, bench.tree);
});
afterEach(() => bench.remove());

test('a tree is untouched as long as nothing is done to it', async () => {
  const recorded = fingerprintsOf(await observeTree(bench.place));
  expect(isUntouched(await observeTree(bench.place), recorded)).toBe(true);
  expect(isUntouched(await observeTree(bench.place), NO_FINGERPRINTS)).toBe(false);
});

test.each([
  ['the time', (file: string) => utimes(file, 1, 1)],
  ['the mode', (file: string) => chmod(file, 0o600)],
  ['the size', (file: string) => writeFile(file, 'x')],
  ['the name', (file: string) => rename(file, `${file}2`)],
])('%s of a file is part of its fingerprint', async (_, change) => {
  const recorded = fingerprintsOf(await observeTree(bench.place));
  await change(join(bench.place, 'SKILL.md'));
  expect(isUntouched(await observeTree(bench.place), recorded)).toBe(false);
});

test('times are trusted two seconds after the newest of them, and never before', async () => {
  const tree = await observeTree(bench.place);
  const newest = Math.max(...tree.filter(({ kind }) => kind === 'file').map(({ stat }) => Number(stat.ctimeMs)));
  expect(isSettled(tree, newest + 1_999)).toBe(false);
  expect(isSettled(tree, newest + 2_000)).toBe(true);
  // A clock that was set back makes it hash, not trust.
  expect(isSettled(tree, 0)).toBe(false);
});

test('a quick look reads no byte of a tree that is untouched, a full one reads all', async () => {
  // The same names and sizes with other bytes: only reading tells.
  const files = bench.tree.manifest.files.map(({ path, size, executable }) => ({
    path,
    executable,
    text: 'x'.repeat(size),
  }));
  const other: SkillTree = new SampleTree(files);
  const place: ExposurePlace = { root: bench.workspace.root, discovery: ['.claude', 'skills'], folder: 'sample' };
  const fingerprints = fingerprintsOf(await observeTree(bench.place));
  const entry: LedgerEntry = { digest: other.digest, phase: 'placed', fingerprints };
  const kindOf = async (depth: 'quick' | 'full', known: LedgerEntry) =>
    (await inspectPlace(place, other, depth, known)).inspection.kind;
  expect(await kindOf('quick', entry)).toBe('intact');
  expect(await kindOf('full', entry)).toBe('drifted');
  expect(await kindOf('quick', { ...entry, phase: 'intended' })).toBe('drifted');
  expect(await kindOf('quick', { ...entry, digest: bench.tree.digest })).toBe('drifted');
});
