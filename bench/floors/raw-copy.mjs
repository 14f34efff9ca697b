// SPDX-License-Identifier: Apache-2.0
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SKILL_FILES, SKILL_FOLDERS } from '../fixtures/skills.mjs';

/**
 * A plain durable copy of one skill: each file read, written and flushed, then each folder flushed, then the folder that
 * got the new name. One after the other; nothing is hashed, checked or renamed.
 * @param {string} from
 * @param {string} parent
 * @param {string} name
 */
export async function rawCopy(from, parent, name) {
  const to = join(parent, name);
  for (const folder of SKILL_FOLDERS) await mkdir(join(to, folder));
  for (const file of SKILL_FILES) {
    const bytes = await readFile(join(from, file));
    const copy = await open(join(to, file), 'wx');
    await copy.writeFile(bytes);
    await copy.sync();
    await copy.close();
  }
  for (const folder of SKILL_FOLDERS) await flush(join(to, folder));
  await flush(parent);
}

/** @param {string} folder */
async function flush(folder) {
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}
