// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { CountersignError } from '../errors/index.js';
import { requireNotAborted } from './guarded.js';
import { findLocalPlace, readLocalFile, statLocal } from './local-file.js';
import type { Material, MaterialReference, MaterialSource, OpenOptions } from './material-source.js';
import { invalidReference, readReferenceFields, requireReferencePath } from './reference-fields.js';

/**
 * Skills in tar archives on this machine, gzip or plain. Fields: `path` (as for `DirectorySource`); `root`, the folder
 * inside the archive, the whole archive if it is missing; `sha256` of the file in lower-case hex.
 */
export class ArchiveSource implements MaterialSource {
  readonly scheme = 'archive';
  readonly #baseFolder: string | undefined;

  constructor(baseFolder?: string) {
    this.#baseFolder = baseFolder;
  }

  async open(reference: MaterialReference, options: OpenOptions): Promise<Material> {
    const fields = readReferenceFields(reference, { required: ['path'], optional: ['root', 'sha256'] });
    const { path, root = '', sha256 } = fields;
    if (root !== '') requireReferencePath('root', root);
    if (sha256 !== undefined && !/^[0-9a-f]{64}$/.test(sha256)) throw invalidReference('sha256');
    requireNotAborted(options.signal);
    const place = await findLocalPlace(path, this.#baseFolder);
    const stats = await statLocal(place);
    if (!stats.isFile()) throw new CountersignError('source-not-found');
    if (stats.size > options.maxBytes) {
      throw new CountersignError('material-too-large', { details: { maxBytes: options.maxBytes } });
    }
    const bytes = readLocalFile(place, options);
    return { kind: 'archive', bytes: sha256 === undefined ? bytes : verified(bytes, sha256), root };
  }
}

/** Known only behind the last byte; until then nothing counts as complete. */
async function* verified(bytes: AsyncIterable<Uint8Array>, sha256: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== sha256) throw new CountersignError('source-integrity');
}
