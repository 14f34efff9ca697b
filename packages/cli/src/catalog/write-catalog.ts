// SPDX-License-Identifier: Apache-2.0
import { open, rename, rm } from 'node:fs/promises';
import { randomId, readCatalog, systemRandomness, type Catalog, type JsonValue } from '@countersign/core';
import { CliError } from '../cli-error.js';
import { CATALOG_FILE } from '../home/home.js';

/**
 * Replaces the catalog file in one step. A team commits it, so it is laid out for people and readable by all.
 * @throws `shape-invalid`, `identifier-invalid` for what could not be read again; `file-unwritable`
 */
export async function writeCatalog(path: string, catalog: Catalog): Promise<void> {
  const text = `${JSON.stringify(catalog, null, 2)}\n`;
  readCatalog(JSON.parse(text) as JsonValue);
  const aside = `${path}.${randomId(systemRandomness)}.tmp`;
  try {
    await writeSynced(aside, text);
    await rename(aside, path);
  } catch (cause) {
    await rm(aside, { force: true }).catch(() => undefined);
    throw new CliError('file-unwritable', { details: { file: CATALOG_FILE }, cause });
  }
}

async function writeSynced(path: string, text: string): Promise<void> {
  await using file = await open(path, 'wx', 0o644);
  await file.writeFile(text);
  await file.sync();
}
