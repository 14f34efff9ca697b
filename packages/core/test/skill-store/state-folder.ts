// SPDX-License-Identifier: Apache-2.0
import { afterEach } from '@jest/globals';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];

afterEach(async () => {
  for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** A folder that is removed after the test; the state folder in it does not exist yet. */
export async function newStateFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'skill-store-'));
  made.push(folder);
  return join(folder, 'state');
}

/** Everything below a folder, ascending, folders too; empty when it does not exist. */
export async function everythingIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder, { recursive: true }).catch(() => [])).sort();
}
