// SPDX-License-Identifier: Apache-2.0
import { constants, type BigIntStats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { parseJson } from '../canonical-json.js';
import { MAX_CATALOG_BYTES, emptyCatalog, readCatalog, type Catalog } from '../catalog/catalog.js';
import { errnoOf } from '../durable-files/index.js';
import { CountersignError } from '../errors/index.js';

/** A file that was touched so lately could be written once more within one tick of the file system's clock, and not show it. */
const SETTLED_AFTER_MS = 2_000;

/** A catalog in a file, which is parsed anew when the file was replaced or touched. */
export class CatalogFile {
  readonly #path: string;
  #existed = false;
  #parsed: { readonly identity: string; readonly catalog: Catalog } | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Empty where there never was a file. One that was there and is gone is an error: an editor that removes it in order to
   * save it would otherwise retire every open challenge.
   * @throws `json-*`, `shape-invalid`, `identifier-invalid`, `capability-duplicate`; `configuration-invalid` when the file
   *   cannot be read, is no regular file, or is gone
   */
  async read(): Promise<Catalog> {
    try {
      // Without waiting: a pipe in its place would be waited for without end.
      await using file = await open(this.#path, constants.O_RDONLY | constants.O_NONBLOCK);
      this.#existed = true;
      return await this.#readOpened(file);
    } catch (error) {
      const errno = errnoOf(error);
      if (errno === undefined) throw error;
      if (errno === 'ENOENT' && !this.#existed) return emptyCatalog;
      throw unreadable(errno === 'ENOENT' ? 'gone' : 'unreadable', error);
    }
  }

  async #readOpened(file: FileHandle): Promise<Catalog> {
    const openedAt = Date.now();
    const found = await file.stat({ bigint: true });
    if (!found.isFile()) throw unreadable('not-a-file');
    if (found.size > MAX_CATALOG_BYTES)
      throw new CountersignError('json-too-large', { details: { maxBytes: MAX_CATALOG_BYTES } });
    const identity = identityOf(found);
    if (this.#parsed?.identity === identity) return this.#parsed.catalog;
    const catalog = readCatalog(parseJson(await file.readFile(), MAX_CATALOG_BYTES));
    const isSettled = Number(found.ctimeMs) + SETTLED_AFTER_MS <= openedAt;
    this.#parsed = isSettled ? { identity, catalog } : undefined;
    return catalog;
  }
}

function identityOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}

function unreadable(reason: 'gone' | 'unreadable' | 'not-a-file', cause?: unknown): CountersignError {
  return new CountersignError('configuration-invalid', { details: { field: 'catalog', reason }, cause });
}
