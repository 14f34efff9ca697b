// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { findWorkspace } from '../src/find-workspace.js';
import { createScene, type Scene } from './scene.js';

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
});
afterEach(() => scene.remove());

const rootFrom = (cwd: string) => findWorkspace({}, scene.home, cwd).workspace.root;

test('the workspace is the nearest folder upwards with a catalog or .git, and otherwise where one stands', async () => {
  const deep = path.join(scene.workspace, 'packages', 'one', 'src');
  await mkdir(deep, { recursive: true });
  expect(rootFrom(deep)).toBe(deep);
  await mkdir(path.join(scene.workspace, '.git'));
  expect(rootFrom(deep)).toBe(scene.workspace);
  await writeFile(path.join(scene.workspace, 'packages', 'one', 'countersign.catalog.json'), '{}');
  expect(rootFrom(deep)).toBe(path.join(scene.workspace, 'packages', 'one'));
});

test('a folder that is named is taken as it is', () => {
  const { workspace, catalogFile } = findWorkspace({ folder: 'skills' }, scene.home, scene.workspace);
  expect(workspace).toEqual({ scope: 'project', root: path.join(scene.workspace, 'skills') });
  expect(catalogFile).toBe(path.join(scene.workspace, 'skills', 'countersign.catalog.json'));
});

test('the user scope is the home of the person, with the catalog in the Countersign home', () => {
  const { workspace, catalogFile, catalogFolder } = findWorkspace({ user: true }, scene.home, scene.workspace);
  expect(workspace).toEqual({ scope: 'user', root: homedir() });
  expect([catalogFile, catalogFolder]).toEqual([scene.home.catalog, scene.home.folder]);
});
