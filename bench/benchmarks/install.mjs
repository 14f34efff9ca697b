// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import { fixedCatalog } from '@countersign/core';
import { compare } from '../comparison.mjs';
import { makeSkills, nameOf, taskFor } from '../fixtures/skills.mjs';
import { DISCOVERY, composeStack, homeIn, makeProject, preapprove, reconcileAvailable } from '../fixtures/stack.mjs';
import { rawCopy } from '../floors/raw-copy.mjs';
import { interleave } from '../interleave.mjs';

const WARM_UPS = 3;
const SUBJECT = 'install';
const TWO_COPIES = 'two plain durable copies';
const ONE_COPY = 'one plain durable copy';

/**
 * From a pre-approved proposal to a skill that stands at its host and is proved, against plain durable copies. Each round
 * has a skill and a project of its own.
 * @type {import('../bench.mjs').Benchmark}
 */
export async function install({ folder, rounds }) {
  const count = rounds(60);
  const home = homeIn(folder);
  const catalog = await makeSkills(home.skills, WARM_UPS + count);
  const runtime = composeStack(home, fixedCatalog(catalog));
  await preapprove(runtime, catalog);
  /** @param {number} round @param {string} purpose */
  const makeRoom = (round, purpose) => makeProject(home, join(folder, 'projects', `${purpose}-${round}`));
  const samples = await interleave(
    [
      {
        name: SUBJECT,
        prepare: async (round) => {
          const project = await makeRoom(round, 'install');
          return () => reconcileAvailable(runtime, project, taskFor(round));
        },
      },
      {
        // Where the real ones go: how long a file system takes to make a file depends on what is around it.
        name: TWO_COPIES,
        prepare: async (round) => {
          const { root } = await makeRoom(round, 'two');
          return async () => {
            await rawCopy(join(home.skills, nameOf(round)), home.state, `two-${round}`);
            await rawCopy(join(home.skills, nameOf(round)), join(root, DISCOVERY), nameOf(round));
          };
        },
      },
      {
        name: ONE_COPY,
        prepare: async (round) => {
          const { root } = await makeRoom(round, 'one');
          return () => rawCopy(join(home.skills, nameOf(round)), join(root, DISCOVERY), nameOf(round));
        },
      },
    ],
    { rounds: count, warmUps: WARM_UPS },
  );
  await runtime.close();
  return [
    compare(samples, { subject: SUBJECT, floor: TWO_COPIES, target: { of: 'ratio', atMost: 1.5 } }),
    compare(samples, { subject: SUBJECT, floor: ONE_COPY }),
  ];
}
