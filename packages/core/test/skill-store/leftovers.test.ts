// SPDX-License-Identifier: Apache-2.0
import { expect, test } from '@jest/globals';
import { mkdir, readdir, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FsSkillStore } from '@countersign/core';
import { endOf, startTask } from './child-process.js';
import { digestOfFiles, entriesOf, sampleSkill, stageOptions } from './sample-skill.mjs';
import { newStateFolder } from './state-folder.js';

const FILES = sampleSkill();
const DIGEST = digestOfFiles(FILES);
const OTHER_SCOPE = '0'.repeat(16);
const RANDOM = 'f'.repeat(32);

/** A state folder in which a killed process left a complete incoming tree, and the parts of that tree's name. */
async function withLeftover() {
  const folder = await newStateFolder();
  await endOf(startTask(folder, 'die', 'stage.written'));
  const incoming = join(folder, 'skills', 'incoming');
  const [name = ''] = await readdir(incoming);
  const [digest = '', scope = '', pid = ''] = name.split('.');
  return { incoming, name, digest, scope, pid, store: new FsSkillStore({ folder }) };
}

test('A62 the name of an incoming tree says what it is to become and who writes it', async () => {
  const { digest, scope, pid } = await withLeftover();
  expect(digest).toBe(DIGEST);
  expect(scope).toMatch(/^[0-9a-f]{16}$/);
  expect(Number(pid)).toBeGreaterThan(1);
});

test.each([
  ['a process that runs', (scope: string) => `${DIGEST}.${scope}.${process.pid}.${RANDOM}`],
  ['a process of another container', (_scope: string, pid: string) => `${DIGEST}.${OTHER_SCOPE}.${pid}.${RANDOM}`],
])('A62 a tree of %s is neither swept nor recovered, until it is older than any stage', async (_who, nameOf) => {
  const { incoming, name, scope, pid, store } = await withLeftover();
  const tree = join(incoming, nameOf(scope, pid));
  await rename(join(incoming, name), tree);
  expect(await store.sweep()).toBe(0);
  expect(await store.find(DIGEST)).toBe('absent');
  expect(await readdir(incoming)).toHaveLength(1);

  const twoDaysAgo = Date.now() / 1000 - 2 * 24 * 60 * 60;
  await utimes(tree, twoDaysAgo, twoDaysAgo);
  expect(await store.find(DIGEST)).toBe('staged');
  expect(await readdir(incoming)).toEqual([]);
});

test('A62 a complete tree whose bytes were changed is not recovered', async () => {
  const { incoming, name, store } = await withLeftover();
  await writeFile(join(incoming, name, 'files', 'SKILL.md'), 'changed');
  expect(await store.find(DIGEST)).toBe('absent');
});

test('A62 sweep leaves alone what it does not know', async () => {
  const folder = await newStateFolder();
  const store = new FsSkillStore({ folder });
  await store.stage(entriesOf(FILES), stageOptions(FILES));
  const unknown = ['notes', `${DIGEST}.1.${RANDOM}`, `pin.${OTHER_SCOPE}.0.${RANDOM}`];
  for (const name of unknown) await mkdir(join(folder, 'skills', 'incoming', name));
  expect(await store.sweep()).toBe(0);
  expect((await readdir(join(folder, 'skills', 'incoming'))).sort()).toEqual([...unknown].sort());
});

test('A62 a second copy that a crash left staged goes when the digest is published again', async () => {
  const folder = await newStateFolder();
  const shelf = (name: string) => join(folder, 'skills', name, DIGEST);
  const store = new FsSkillStore({ folder });
  await store.stage(entriesOf(FILES), stageOptions(FILES));
  await store.publish(DIGEST);
  await rename(shelf('published'), `${folder}-first`);
  await store.stage(entriesOf(FILES), stageOptions(FILES));
  await rename(`${folder}-first`, shelf('published'));

  expect(await store.find(DIGEST)).toBe('published');
  await store.publish(DIGEST);
  expect(await readdir(join(folder, 'skills', 'staged'))).toEqual([]);
  expect(await readdir(join(folder, 'skills', 'incoming'))).toEqual([]);
  expect(await store.verify(DIGEST)).toMatchObject({ kind: 'intact' });
});
