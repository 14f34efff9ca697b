// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { cp, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { create } from 'tar';
import type { CatalogEntry } from '@countersign/core';
import { catalogAdd, catalogList, type CatalogAddOptions } from '../../src/commands/catalog.js';
import { init } from '../../src/commands/init.js';
import { createScene, type Scene } from '../scene.js';
import { serveRegistry } from '../registry.js';

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
  await init(scene.context(), {});
});
afterEach(() => scene.remove());

const file = () => path.join(scene.workspace, 'countersign.catalog.json');
const add = (options: CatalogAddOptions) => catalogAdd(scene.context(), options);
const entries = async () => {
  const { document } = await catalogList(scene.context());
  return document['entries'] as readonly CatalogEntry[];
};

describe('adding to the catalog', () => {
  test('pins a folder, in a file that a team can commit', async () => {
    const added = await add({ reference: 'skills/review', title: 'Review' });
    expect(added.text).toMatch(
      /^review: 2 files, 1\d\d B, content [0-9a-f]{12}\nThe catalog has 1 skill now; release [0-9a-f]{64}\.$/,
    );
    expect(await entries()).toMatchObject([
      {
        id: 'review',
        title: 'Review',
        description: 'Reviews code.',
        material: { scheme: 'directory', path: 'skills/review' },
      },
    ]);
    expect(await readFile(file(), 'utf8')).toMatch(/^\{\n {2}"schema": "countersign\/catalog\/v1",\n/);
    expect((await stat(file())).mode & 0o777).toBe(0o644);
  });

  test('again shows what the pin was before', async () => {
    await add({ reference: 'skills/review' });
    expect((await add({ reference: 'skills/review' })).text).toContain(', as before');
    await scene.writeSkill('skills/review', { 'extra.md': 'more' });
    expect((await add({ reference: 'skills/review' })).text).toMatch(/3 files, .* [0-9a-f]{12} before/);
    expect(await entries()).toHaveLength(1);
  });

  test('names what is inside when that is more than one skill, and adds nothing', async () => {
    await scene.writeSkill('skills/notes', { 'SKILL.md': '---\nname: notes\ndescription: Writes notes.\n---\n' });
    await expect(add({ reference: 'skills' })).rejects.toMatchObject({
      code: 'several-skills',
      details: { count: 2, paths: 'notes, review' },
    });
    expect(await entries()).toEqual([]);
    await add({ reference: 'skills', path: 'notes' });
    expect((await entries()).map(({ id }) => id)).toEqual(['notes']);
    await add({ reference: 'skills', all: true });
    expect((await entries()).map(({ id, material }) => [id, material['path']])).toEqual([
      ['notes', 'skills/notes'],
      ['review', 'skills/review'],
    ]);
  });

  test('of several adds all or none', async () => {
    await scene.writeSkill('skills/bad name!', { 'SKILL.md': '---\nname: bad\ndescription: Bad.\n---\n' });
    await expect(add({ reference: 'skills', all: true })).rejects.toMatchObject({ code: 'identifier-invalid' });
    expect((await readdir(scene.workspace)).filter((name) => name.startsWith('countersign'))).toEqual([]);
  });

  test('tells where there is no skill', async () => {
    await mkdir(path.join(scene.workspace, 'empty'));
    await writeFile(path.join(scene.workspace, 'empty', 'README.md'), 'nothing here');
    await expect(add({ reference: 'empty' })).rejects.toMatchObject({ code: 'skill-file-missing' });
  });

  test('pins an archive by its bytes, and a skill inside by its folder', async () => {
    await create({ gzip: true, file: path.join(scene.workspace, 'pack.tgz'), cwd: scene.workspace }, ['skills']);
    await add({ reference: 'pack.tgz' });
    expect(await entries()).toMatchObject([
      {
        id: 'review',
        material: {
          scheme: 'archive',
          path: 'pack.tgz',
          root: 'skills/review',
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      },
    ]);
  });

  test('pins a release of an npm package, whatever tag it was named by', async () => {
    const root = path.join(scene.folder, 'pack', 'package');
    await cp(path.join(scene.workspace, 'skills'), path.join(root, 'skills'), { recursive: true });
    await writeFile(path.join(root, 'package.json'), '{"name":"@acme/skills","version":"1.2.3"}');
    const tarball = path.join(scene.folder, 'pack.tgz');
    await create({ gzip: true, portable: true, file: tarball, cwd: path.dirname(root) }, ['package']);
    await using registry = await serveRegistry({
      name: '@acme/skills',
      version: '1.2.3',
      tarball: await readFile(tarball),
    });

    const added = await catalogAdd(scene.context(), { reference: 'npm:@acme/skills' });
    expect(registry.asked).toBeGreaterThan(0);
    expect(added.document['added']).toMatchObject([{ files: 2, replaced: null }]);
    expect(await entries()).toMatchObject([
      {
        id: 'review',
        publisher: 'npm:@acme/skills',
        material: {
          scheme: 'npm',
          package: '@acme/skills',
          version: '1.2.3',
          path: 'skills/review',
          integrity: registry.integrity,
        },
      },
    ]);
  });
});
