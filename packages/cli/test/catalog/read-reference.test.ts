// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sha256 } from '@countersign/core';
import { materialAt, readReference } from '../../src/catalog/read-reference.js';
import { createScene, type Scene } from '../scene.js';

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
});
afterEach(() => scene.remove());

const read = (text: string, cwd = scene.workspace) => readReference(text, scene.context({ cwd }));

describe('a reference on the command line', () => {
  test('is a folder below the catalog, wherever one stands', async () => {
    const reference = { scheme: 'directory', path: 'skills/review' };
    const found = { reference, rootName: 'review', publisher: 'local' };
    expect(await read('skills/review')).toEqual(found);
    expect(await read('./review/', path.join(scene.workspace, 'skills'))).toEqual(found);
    expect((await read('.')).reference).toEqual({ scheme: 'directory', path: '.' });
  });

  test('is an archive, pinned by its bytes', async () => {
    await writeFile(path.join(scene.workspace, 'pack-1.0.0.tgz'), 'bytes');
    expect(await read('pack-1.0.0.tgz')).toEqual({
      reference: { scheme: 'archive', path: 'pack-1.0.0.tgz', sha256: sha256('bytes') },
      rootName: 'pack-1.0.0',
      publisher: 'local',
    });
  });

  test.each(['nothing-here', 'skills/review/SKILL.md', 'https://example.com/skill.tgz', 'npm:'])(
    'is not %j',
    async (text) => {
      await expect(read(text)).rejects.toMatchObject({ code: 'reference-unclear' });
    },
  );

  test('does not lead out of the folder of the catalog, by path or by link', async () => {
    const outside = path.join(scene.folder, 'outside');
    await mkdir(outside);
    await symlink(outside, path.join(scene.workspace, 'inside'));
    for (const text of ['..', '../outside', outside, 'inside']) {
      await expect(read(text)).rejects.toMatchObject({ code: 'outside-catalog' });
    }
  });
});

test('a skill inside is found by the field of its scheme', () => {
  expect(materialAt({ scheme: 'directory', path: '.' }, 'skills/a')).toEqual({ scheme: 'directory', path: 'skills/a' });
  expect(materialAt({ scheme: 'directory', path: 'x' }, 'a')).toEqual({ scheme: 'directory', path: 'x/a' });
  expect(materialAt({ scheme: 'archive', path: 'x.tgz' }, 'a')).toEqual({
    scheme: 'archive',
    path: 'x.tgz',
    root: 'a',
  });
  expect(materialAt({ scheme: 'npm', package: 'x' }, 'a')).toEqual({ scheme: 'npm', package: 'x', path: 'a' });
  expect(materialAt({ scheme: 'npm', package: 'x' }, '.')).toEqual({ scheme: 'npm', package: 'x' });
});
