// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { FsSkillStore, type FaultPoint } from '@countersign/core';
import { endOf, killAndWait, nextMessage, startTask } from './child-process.js';
import { digestOfFiles, entriesOf, sampleSkill, stageOptions } from './sample-skill.mjs';
import { everythingIn, newStateFolder } from './state-folder.js';

const FILES = sampleSkill();
const DIGEST = digestOfFiles(FILES);

async function dieAt(point: FaultPoint): Promise<string> {
  const folder = await newStateFolder();
  expect(await endOf(startTask(folder, 'die', point))).toBe('SIGKILL');
  return folder;
}

describe('a process that is killed', () => {
  test.each([
    ['A62', 'stage.written', 'staged'],
    ['A62', 'stage.renamed', 'staged'],
    ['A62', 'stage.durable', 'staged'],
    ['A22', 'publish.verified', 'staged'],
    ['A22', 'publish.renamed', 'published'],
    ['A22', 'publish.durable', 'published'],
  ] as const)('%s at %s leaves the tree %s, and the next one publishes it', async (_number, point, presence) => {
    const folder = await dieAt(point);
    const store = new FsSkillStore({ folder });
    expect(await store.find(DIGEST)).toBe(presence);
    expect(await store.verify(DIGEST)).toMatchObject({ kind: 'intact', files: FILES.length });
    await store.publish(DIGEST);
    expect(await store.find(DIGEST)).toBe('published');
    expect(await store.verify(DIGEST)).toMatchObject({ kind: 'intact' });
    expect(await store.sweep()).toBe(0);
    expect(await everythingIn(join(folder, 'skills', 'incoming'))).toEqual([]);
    expect(await everythingIn(join(folder, 'skills', 'staged'))).toEqual([]);
  });

  test('A62 at stage.written leaves what sweep takes away, and the skill can be staged again', async () => {
    const folder = await dieAt('stage.written');
    const store = new FsSkillStore({ folder });
    expect(await store.sweep()).toBe(1);
    expect(await everythingIn(join(folder, 'skills', 'incoming'))).toEqual([]);
    expect(await store.find(DIGEST)).toBe('absent');
    await store.stage(entriesOf(FILES), stageOptions(FILES));
    expect(await store.find(DIGEST)).toBe('staged');
  });

  test('A62 in the middle of a stage leaves no tree; while it lives, its files are left alone', async () => {
    const folder = await newStateFolder();
    const store = new FsSkillStore({ folder });
    const incoming = join(folder, 'skills', 'incoming');
    const child = startTask(folder, 'hang');
    expect(await nextMessage(child)).toBe('hanging');
    const written = await everythingIn(incoming);
    expect(written.some((path) => path.endsWith('SKILL.md'))).toBe(true);

    expect(await store.sweep()).toBe(0);
    expect(await store.find(DIGEST)).toBe('absent');
    expect(await everythingIn(incoming)).toEqual(written);

    expect(await killAndWait(child)).toBe('SIGKILL');
    expect(await store.find(DIGEST)).toBe('absent');
    await store.stage(entriesOf(FILES), stageOptions(FILES));
    await store.sweep();
    expect(await everythingIn(incoming)).toEqual([]);
    expect(await store.find(DIGEST)).toBe('staged');
  });
});
