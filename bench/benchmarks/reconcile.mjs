// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import { fixedCatalog } from '@countersign/core';
import { compare } from '../comparison.mjs';
import { makeActiveProject } from '../fixtures/active-project.mjs';
import { sizeName } from '../fixtures/journals.mjs';
import { taskFor } from '../fixtures/skills.mjs';
import { composeStack, reconcileAvailable } from '../fixtures/stack.mjs';
import { openRawLook } from '../floors/raw-look.mjs';
import { interleave } from '../interleave.mjs';
import { FLAT } from '../targets.mjs';

/**
 * What every prompt costs a program that keeps its runtime: one skill is active and is proved again, in journals of several sizes.
 * @type {import('../bench.mjs').Benchmark}
 */
export async function reconcile({ folder, journals, sizes, rounds }) {
  const projects = await Promise.all(
    sizes.map((size) => makeActiveProject(join(folder, String(size)), journals, size)),
  );
  const opened = projects.map((project) => ({
    ...project,
    runtime: composeStack(project.home, fixedCatalog(project.catalog)),
    raw: openRawLook(project),
  }));
  const contenders = opened.flatMap(({ records, runtime, workspace, raw }) => [
    { name: subjectOf(records), prepare: () => () => reconcileAvailable(runtime, workspace, taskFor(0)) },
    { name: floorOf(records), prepare: () => () => raw.look() },
  ]);
  const samples = await interleave(contenders, { rounds: rounds(1000), warmUps: 200 });
  for (const { runtime, raw } of opened) {
    await runtime.close();
    raw.close();
  }
  const [smallest = 0, ...larger] = sizes;
  return [
    ...sizes.map((size) =>
      compare(samples, {
        subject: subjectOf(size),
        floor: floorOf(size),
        target: { of: /** @type {const} */ ('median'), atMost: 1 },
      }),
    ),
    ...larger.map((size) => compare(samples, { subject: subjectOf(size), floor: subjectOf(smallest), target: FLAT })),
  ];
}

/** @param {number} size */
const subjectOf = (size) => `reconcile, ${sizeName(size)}`;

/** @param {number} size */
const floorOf = (size) => `raw look, ${sizeName(size)}`;
