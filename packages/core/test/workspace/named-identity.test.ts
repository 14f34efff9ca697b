// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { NamedWorkspaceIdentity } from '@countersign/core';
import { expectCode } from '../formats/expect-code.js';
import { openBench, type WorkspaceBench } from './workspace-bench.js';

let bench: WorkspaceBench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.remove());

test('a name is the identity wherever the workspace lies, and nothing is written', async () => {
  const identity = new NamedWorkspaceIdentity('payments');
  const other = join(bench.folder, 'other');
  await mkdir(other);
  for (const root of [bench.workspace.root, other]) {
    expect(await identity.find({ scope: 'project', root })).toEqual({ scope: 'project', root, id: 'payments' });
    expect(await identity.establish({ scope: 'project', root })).toEqual({ scope: 'project', root, id: 'payments' });
    expect([...(await readdir(root))]).toEqual([]);
  }
});

test('a home does not share the name of a project', async () => {
  const home = { ...bench.workspace, scope: 'user' as const };
  expect((await new NamedWorkspaceIdentity('payments').find(home)).id).toBe('payments.user');
});

test('a missing workspace has no identity', async () => {
  const missing = { ...bench.workspace, root: join(bench.folder, 'missing') };
  const call = new NamedWorkspaceIdentity('payments').find(missing);
  await expect(call).rejects.toMatchObject({ code: 'workspace-missing' });
});

test.each(['', 'a b', '-a', 'é', 'a'.repeat(60)])('%j is no name', (name) => {
  expectCode(() => new NamedWorkspaceIdentity(name), 'identifier-invalid');
});
