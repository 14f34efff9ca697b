// SPDX-License-Identifier: Apache-2.0
import { realpath, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { errnoOf } from '../durable-files/index.js';
import { CountersignError } from '../errors/index.js';
import type { Workspace } from './workspace.js';

/** The path without links, so that two spellings of a place are one workspace. @throws `workspace-missing` */
export async function realRoot({ root }: Workspace): Promise<string> {
  if (!isAbsolute(root)) throw new CountersignError('workspace-missing');
  try {
    const real = await realpath(root);
    if ((await stat(real)).isDirectory()) return real;
  } catch (thrown) {
    if (errnoOf(thrown) === undefined) throw thrown;
    throw new CountersignError('workspace-missing', { cause: thrown });
  }
  throw new CountersignError('workspace-missing');
}
