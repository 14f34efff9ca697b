// SPDX-License-Identifier: Apache-2.0
import { CountersignError } from '../errors/index.js';
import type { MaterialLimits } from './manifest.js';
import { PathSet } from './path-set.js';
import { requireSafePath } from './safe-path.js';

/** An entry before its bytes: what an archive or a source announces. */
export interface AnnouncedEntry {
  readonly kind: 'file' | 'folder';
  readonly path: string;
  /** Bytes; 0 for a folder. */
  readonly size: number;
}

/** Checks the entries of one tree as they come. Folders count as files: an archive could name millions. */
export class EntryCheck {
  readonly #limits: MaterialLimits;
  readonly #paths = new PathSet();
  #entries = 0;
  #bytes = 0;

  constructor(limits: MaterialLimits) {
    this.#limits = limits;
  }

  /** @throws `path-*`, `entry-duplicate`, `material-too-many-files`, `material-too-large`, `material-size-mismatch` */
  accept({ kind, path, size }: AnnouncedEntry): void {
    const { maxFiles, maxBytes } = this.#limits;
    requireSafePath(path, this.#limits);
    this.#paths.add(path, kind);
    if (!Number.isSafeInteger(size) || size < 0) throw new CountersignError('material-size-mismatch');
    this.#entries += 1;
    if (this.#entries > maxFiles) throw new CountersignError('material-too-many-files', { details: { maxFiles } });
    this.#bytes += size;
    if (this.#bytes > maxBytes) throw new CountersignError('material-too-large', { details: { maxBytes } });
  }
}
