// SPDX-License-Identifier: Apache-2.0
import { expect, test } from '@jest/globals';
import { join } from 'node:path';
import { FsSkillStore } from '@countersign/core';
import { endOf, nextMessage, startTask } from './child-process.js';
import { digestOfFiles, sampleSkill } from './sample-skill.mjs';
import { everythingIn, newStateFolder } from './state-folder.js';

const PROCESSES = 4;
const VARIANTS = 12;

test('A62 four processes that stage and publish the same skills at once all succeed, with one copy of each', async () => {
  const folder = await newStateFolder();
  const children = Array.from({ length: PROCESSES }, () => startTask(folder, 'together', String(VARIANTS)));
  await Promise.all(children.map(nextMessage));
  const endings = children.map(endOf);
  for (const child of children) child.send('go');
  expect(await Promise.all(endings)).toEqual(children.map(() => 0));

  const store = new FsSkillStore({ folder });
  const trees = [];
  for await (const tree of store.list()) trees.push(tree);
  const digests = Array.from({ length: VARIANTS }, (_, variant) => digestOfFiles(sampleSkill(variant))).sort();
  expect(trees).toEqual(digests.map((digest) => ({ digest, presence: 'published' })));
  for (const digest of digests) expect(await store.verify(digest)).toMatchObject({ kind: 'intact' });
  for (const shelf of ['incoming', 'staged', 'quarantine'])
    expect(await everythingIn(join(folder, 'skills', shelf))).toEqual([]);
});
