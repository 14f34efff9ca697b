// SPDX-License-Identifier: Apache-2.0
// Measures Countersign against raw floors, in one run on one machine. docs/performance.md says what each line means.
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { commit } from './benchmarks/commit.mjs';
import { freshProcess } from './benchmarks/fresh-process.mjs';
import { install } from './benchmarks/install.mjs';
import { proof } from './benchmarks/proof.mjs';
import { reconcile } from './benchmarks/reconcile.mjs';
import { signatures } from './benchmarks/signatures.mjs';
import { USAGE, WrongUsage, readCommandLine } from './command-line.mjs';
import { Journals } from './fixtures/journals.mjs';
import { describeMachine } from './machine.mjs';
import { renderReport } from './report.mjs';

/**
 * @typedef {object} Context
 * @property {string} folder an empty one, removed afterwards
 * @property {Journals} journals
 * @property {readonly number[]} sizes records that a journal has already, ascending
 * @property {number} skills
 * @property {(full: number) => number} rounds how many to measure, where a full run has so many
 */
/** @typedef {(context: Context) => Promise<readonly import('./comparison.mjs').Comparison[]>} Benchmark */

/** Proofs last: they leave many deleted files, which slow down making new ones. @type {ReadonlyMap<string, Benchmark>} */
const BENCHMARKS = new Map([
  ['signatures', signatures],
  ['install', install],
  ['commit', commit],
  ['reconcile', reconcile],
  ['process', freshProcess],
  ['proof', proof],
]);

try {
  const options = readCommandLine(process.argv.slice(2), [...BENCHMARKS.keys()]);
  if (options.help) console.log(USAGE);
  else await run(options);
} catch (error) {
  if (!(error instanceof WrongUsage)) throw error;
  console.error(`${error.message}\n\n${USAGE}`);
  process.exitCode = 1;
}

/** @param {ReturnType<typeof readCommandLine>} options */
async function run({ json, ...choice }) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'countersign-bench-')));
  try {
    const report = await measure(folder, choice);
    console.log(renderReport(report));
    if (json !== undefined) await writeFile(json, `${JSON.stringify(report, undefined, 2)}\n`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} folder
 * @param {{ quick: boolean, names: readonly string[] }} choice
 * @returns {Promise<import('./report.mjs').Report>}
 */
async function measure(folder, { quick, names }) {
  const context = {
    journals: new Journals(folder),
    sizes: quick ? [10, 10_000] : [10, 10_000, 1_000_000],
    skills: quick ? 100 : 1000,
    rounds: (/** @type {number} */ full) => (quick ? Math.ceil(full / 4) : full),
  };
  const at = new Date().toISOString();
  const machine = describeMachine(folder);
  const loadBefore = load();
  const results = [];
  for (const [name, benchmark] of BENCHMARKS) {
    if (!names.includes(name)) continue;
    console.error(`${name} ...`);
    const own = join(folder, name);
    await mkdir(own);
    results.push({ name, comparisons: await benchmark({ ...context, folder: own }) });
    await rm(own, { recursive: true, force: true });
  }
  return { at, quick, machine, loadBefore, loadAfter: load(), results };
}

/** Runnable processes, averaged over the last minute. */
function load() {
  return loadavg()[0] ?? 0;
}
