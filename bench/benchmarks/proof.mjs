// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fixedCatalog, stateLayout } from '@countersign/core';
import { compare } from '../comparison.mjs';
import { SKILL_FILES, makeSkills, nameOf, taskFor } from '../fixtures/skills.mjs';
import {
  DISCOVERY,
  SETTLED_MS,
  composeStack,
  homeIn,
  makeProject,
  preapprove,
  reconcileAvailable,
} from '../fixtures/stack.mjs';
import { hashAll, readAndHash, readAndHashSync } from '../floors/raw-hash.mjs';
import { interleave } from '../interleave.mjs';
import { NEARLY_THE_FLOOR } from '../targets.mjs';

/** @typedef {import('@countersign/core').Runtime} Runtime */
/** @typedef {import('@countersign/core').Workspace} Workspace */

/** Every install proves what its project has already, so one project with all of them would take long to set up. */
const SKILLS_PER_PROJECT = 10;
const FULL = 'full proof of a skill';
const QUICK = 'quick proof of a skill';
const READ_AND_HASH = 'read and SHA-256';
const READ_AND_HASH_SYNC = 'read and SHA-256, event loop waiting';
const HASH = 'SHA-256 alone';

/**
 * Proof of many skills against plain hashing of the same bytes: the copy in the store and the copy at the host.
 * @type {import('../bench.mjs').Benchmark}
 */
export async function proof({ folder, rounds, skills }) {
  const home = homeIn(folder);
  const catalog = await makeSkills(home.skills, skills);
  const runtime = composeStack(home, fixedCatalog(catalog));
  await preapprove(runtime, catalog);
  const firsts = Array.from({ length: skills / SKILLS_PER_PROJECT }, (_, index) => index * SKILLS_PER_PROJECT);
  const projects = await Promise.all(
    firsts.map(async (first) => {
      const project = await makeProject(home, join(folder, `project-${first}`));
      for (const index of skillsFrom(first)) await reconcileAvailable(runtime, project, taskFor(index));
      return { first, project };
    }),
  );
  const copies = projects.flatMap(({ first, project }) =>
    skillsFrom(first).flatMap((index) => [
      join(stateLayout(home.state).skills, 'published', catalog.entries[index]?.manifestDigest ?? '', 'files'),
      join(project.root, DISCOVERY, nameOf(index)),
    ]),
  );
  const files = copies.flatMap((copy) => SKILL_FILES.map((path) => join(copy, path)));
  // Of one skill, again and again: all of them in memory would change when garbage is collected.
  const contents = await Promise.all(files.slice(0, files.length / skills).map((file) => readFile(file)));
  /** @param {'quick' | 'full'} depth */
  const proveAll = async (depth) => {
    for (const { project } of projects) await prove(runtime, project, depth);
  };

  await sleep(SETTLED_MS);
  const samples = await interleave(
    [
      { name: FULL, prepare: () => () => proveAll('full') },
      { name: QUICK, prepare: () => () => proveAll('quick') },
      { name: READ_AND_HASH, prepare: () => () => readAndHash(files) },
      { name: READ_AND_HASH_SYNC, prepare: () => () => readAndHashSync(files) },
      { name: HASH, prepare: () => () => hashAll(contents, skills) },
    ],
    // The first full proof remembers what the quick ones compare with.
    { rounds: rounds(8), warmUps: 1 },
  );
  await runtime.close();
  const options = { operations: skills, subject: FULL };
  return [
    compare(samples, { ...options, floor: READ_AND_HASH, target: NEARLY_THE_FLOOR }),
    compare(samples, { ...options, floor: READ_AND_HASH_SYNC }),
    compare(samples, { ...options, floor: HASH }),
    compare(samples, { ...options, subject: QUICK, floor: FULL, target: { of: 'ratio', atMost: 0.05 } }),
  ];
}

/** @param {number} first */
function skillsFrom(first) {
  return Array.from({ length: SKILLS_PER_PROJECT }, (_, offset) => first + offset);
}

/**
 * @param {Runtime} runtime
 * @param {Workspace} project
 * @param {'quick' | 'full'} depth
 */
async function prove(runtime, project, depth) {
  let proofs = 0;
  for await (const found of runtime.capabilities.verify(project, { depth })) {
    const finding = found.kind === 'host' ? found.inspection : found.kind === 'store' ? found.verification : found;
    if (finding.kind !== 'intact') throw new Error(`${found.capabilityId} is ${finding.kind}`);
    proofs += 1;
  }
  if (proofs < SKILLS_PER_PROJECT) throw new Error('not everything was proved');
}
