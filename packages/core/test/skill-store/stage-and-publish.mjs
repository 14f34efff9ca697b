// SPDX-License-Identifier: Apache-2.0
// A process that the tests start, and mostly kill: `<state folder> <task> [<argument of the task>]`.
import { once } from 'node:events';
import { FsSkillStore, noFaults } from '@countersign/core';
import { killAt } from '@countersign/core/testing';
import { digestOfFiles, entriesOf, sampleSkill, stageOptions } from './sample-skill.mjs';

const [folder = '', task = '', argument = ''] = process.argv.slice(2);

/** @param {number} variant */
async function stageAndPublish(variant, faults = noFaults) {
  const store = new FsSkillStore({ folder, faults });
  const files = sampleSkill(variant);
  await store.stage(entriesOf(files), stageOptions(files));
  await store.publish(digestOfFiles(files));
  return digestOfFiles(files);
}

/** Two files, and then a source that never goes on. */
async function* hangingEntries() {
  yield* entriesOf(sampleSkill().slice(0, 2));
  process.send?.('hanging');
  await new Promise((resolve) => setTimeout(resolve, 600_000));
}

/** @type {Record<string, () => Promise<unknown>>} */
const tasks = {
  /** Dies at the fault point `argument`. */
  die: () => stageAndPublish(0, killAt(/** @type {import('@countersign/core').FaultPoint} */ (argument))),
  /** Never ends: a stage whose source hangs. */
  hang: () => new FsSkillStore({ folder }).stage(hangingEntries(), stageOptions(sampleSkill())),
  /** Never ends: publishes one variant after the other from `argument` on, and tells the digest of each. */
  async endless() {
    process.send?.('ready');
    for (let variant = Number(argument); ; variant += 1) process.send?.(await stageAndPublish(variant));
  },
  /** Publishes `argument` variants once the parent says so, as others do at the same time. */
  async together() {
    process.send?.('ready');
    await once(process, 'message');
    for (let variant = 0; variant < Number(argument); variant += 1) await stageAndPublish(variant);
    process.disconnect();
  },
};

await tasks[task]?.();
