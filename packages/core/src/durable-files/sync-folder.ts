// SPDX-License-Identifier: Apache-2.0
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { withFileErrors } from './file-error.js';

/** Makes what was created, renamed or removed in a folder durable. @throws `state-unsafe`, `storage-full`, `unavailable` */
export async function syncFolder(path: string): Promise<void> {
  await withFileErrors(async () => {
    await using folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    await folder.sync();
  });
}
