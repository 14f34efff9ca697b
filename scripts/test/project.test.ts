// SPDX-License-Identifier: Apache-2.0
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openProject } from '../checks/project.mjs';

let root: string;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'countersign-project-'));
});

afterAll(() => rm(root, { recursive: true }));

test('a project is what Git tracks and what is new, without what is ignored or deleted', async () => {
  for (const name of ['tracked.md', 'deleted.md', 'new name.md', 'ignored.log'])
    await writeFile(path.join(root, name), name);
  await writeFile(path.join(root, '.gitignore'), '*.log\n');
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  execFileSync('git', ['add', 'tracked.md', 'deleted.md', '.gitignore'], { cwd: root });
  await rm(path.join(root, 'deleted.md'));

  const project = openProject(root);
  expect(project.files.toSorted()).toEqual(['.gitignore', 'new name.md', 'tracked.md']);
  expect(project.read('new name.md')).toBe('new name.md');
});
