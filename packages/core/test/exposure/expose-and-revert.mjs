// SPDX-License-Identifier: Apache-2.0
// A process that the tests start, and mostly kill: `<state folder> <workspace> <task> [<argument of the task>]`.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DirectoryHost, KNOWN_HOSTS, noFaults, parseHostId, parseWorkspaceId } from '@countersign/core';
import { SampleTree, exposureOf } from '@countersign/core/conformance';
import { killAt } from '@countersign/core/testing';

const [stateFolder = '', root = '', task = '', argument = ''] = process.argv.slice(2);
const name = 'claude-code';
const place = join(root, KNOWN_HOSTS[name].project, 'sample');
const tree = new SampleTree();
const exposure = exposureOf({ scope: 'project', root, id: parseWorkspaceId('ws-1') }, tree);
const host = (faults = noFaults) =>
  new DirectoryHost({ hostId: parseHostId(name), discovery: KNOWN_HOSTS[name], stateFolder, faults });

/** @type {Record<string, () => Promise<unknown>>} */
const tasks = {
  /** Dies at the fault point `argument` of an apply. */
  die: () => host(killAt(/** @type {import('@countersign/core').FaultPoint} */ (argument))).apply(exposure, tree),
  /** Dies in a revert, once the skill is out of its place and before anything else is done with it. */
  dieReverting: () =>
    host().revert(exposure, {
      digest: tree.digest,
      read: (path) => tree.read(path),
      get manifest() {
        if (!existsSync(place)) process.kill(process.pid, 'SIGKILL');
        return tree.manifest;
      },
    }),
  /** Never ends: exposes the skill, edits it, tells the edit, takes it out. */
  async endless() {
    process.send?.('ready');
    for (let round = 0; ; round += 1) {
      await host().apply(exposure, tree);
      const edit = `edit ${argument} ${round}\n`;
      await writeFile(join(place, 'SKILL.md'), edit);
      process.send?.(edit);
      await host().revert(exposure, tree);
    }
  },
  /** Applies, once the parent says so, as others do at the same time. */
  async together() {
    process.send?.('ready');
    await once(process, 'message');
    await host().apply(exposure, tree);
    process.disconnect();
  },
};

await tasks[task]?.();
