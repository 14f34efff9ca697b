// SPDX-License-Identifier: Apache-2.0
import { CountersignError, type ErrorCode } from '../errors/index.js';
import { printablePath } from './safe-path.js';

/** `implied`: a folder known only from the paths of its files. */
type PathKind = 'file' | 'folder' | 'implied';

/**
 * What two paths share when some file system takes them for one: canonical equivalence (APFS), upper and lower case
 * (NTFS, APFS), and characters that nobody sees (HFS+). Independent of the locale, and wider than any one system: `ß` is
 * `SS`, `ſ` is `s`, dotless `ı` is `i`, final `ς` is `σ`. Upper case comes last because lower case is not unique there.
 */
export function foldPath(path: string): string {
  return path
    .normalize('NFD')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .toUpperCase()
    .normalize('NFC');
}

/** The paths of one tree, each there once on every file system. Its memory grows with the number of paths. */
export class PathSet {
  readonly #seen = new Map<string, { readonly path: string; kind: PathKind }>();

  /**
   * Adds a safe path and the folders above it.
   * @throws `entry-duplicate`; `path-collision` when another spelling of it, or of a folder above it, is there;
   *   `path-file-and-folder`
   */
  add(path: string, kind: 'file' | 'folder'): void {
    const names = path.split('/');
    const folded = foldPath(path).split('/');
    for (let depth = 1; depth <= names.length; depth += 1) {
      const spelling = names.slice(0, depth).join('/');
      this.#addOne(folded.slice(0, depth).join('/'), spelling, depth === names.length ? kind : 'implied');
    }
  }

  #addOne(key: string, path: string, kind: PathKind): void {
    const known = this.#seen.get(key);
    if (known === undefined) {
      this.#seen.set(key, { path, kind });
      return;
    }
    if ((known.kind === 'file') !== (kind === 'file')) throw clash('path-file-and-folder', path);
    if (known.path !== path) throw clash('path-collision', path);
    if (kind === 'implied') return;
    if (known.kind !== 'implied') throw clash('entry-duplicate', path);
    known.kind = kind;
  }
}

function clash(code: ErrorCode, path: string): CountersignError {
  return new CountersignError(code, { details: { path: printablePath(path) } });
}
