// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { compare } from '../comparison.mjs';
import { makeActiveProject } from '../fixtures/active-project.mjs';
import { sizeName } from '../fixtures/journals.mjs';
import { interleave } from '../interleave.mjs';

const SCRIPT = join(import.meta.dirname, '..', 'reconcile-once.mjs');
const NOTHING = 'node -e 0';

/** What every prompt costs where each starts a process, as the hooks of agent hosts do. @type {import('../bench.mjs').Benchmark} */
export async function freshProcess({ folder, journals, sizes, rounds }) {
  const projects = await Promise.all(
    sizes.map((size) => makeActiveProject(join(folder, String(size)), journals, size)),
  );
  const contenders = projects.map(({ records, home, workspace }) => ({
    name: subjectOf(records),
    prepare: () => () => runNode([SCRIPT, JSON.stringify({ home, root: workspace.root })]),
  }));
  const samples = await interleave([{ name: NOTHING, prepare: () => () => runNode(['-e', '0']) }, ...contenders], {
    rounds: rounds(30),
    warmUps: 2,
  });
  return sizes.map((size) =>
    compare(samples, { subject: subjectOf(size), floor: NOTHING, target: { of: 'ratio', atMost: 2 } }),
  );
}

/** @param {number} size */
const subjectOf = (size) => `new process, ${sizeName(size)}`;

/** @param {readonly string[]} args */
function runNode(args) {
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`node ended with ${status}: ${stderr}`);
}
