// SPDX-License-Identifier: Apache-2.0
import type { ObservedEntry } from './observe-tree.js';

/** What the file system says of a file without opening it. Decimal texts, as nanoseconds and inodes exceed JSON's numbers. */
export interface FileFingerprint {
  readonly path: string;
  readonly size: string;
  readonly mtimeNs: string;
  readonly ctimeNs: string;
  readonly ino: string;
  readonly mode: string;
}

/** A whole tree, both lists sorted. */
export interface Fingerprints {
  readonly files: readonly FileFingerprint[];
  readonly folders: readonly string[];
}

/** No tree has these, so a quick look never trusts them. */
export const NO_FINGERPRINTS: Fingerprints = { files: [], folders: [] };

/**
 * A file that is written twice within one tick of the file system's clock keeps its times: up to 10 ms on Linux, 2 s on
 * FAT. So the times of files are trusted only if the newest was older than that when its bytes were about to be
 * hashed. Git has the same trap ("racy git").
 */
const SETTLED_AFTER_MS = 2_000;

/** @param observedAt milliseconds since 1970 by the system's clock, which also stamps files, just before the tree was observed */
export function isSettled(tree: readonly ObservedEntry[], observedAt: number): boolean {
  return tree.every(({ kind, stat }) => kind !== 'file' || Number(stat.ctimeMs) + SETTLED_AFTER_MS <= observedAt);
}

/** Of a tree of files and folders only. */
export function fingerprintsOf(tree: readonly ObservedEntry[]): Fingerprints {
  const files = tree.filter(({ kind }) => kind === 'file').sort(byPath);
  const folders = tree.filter(({ kind }) => kind === 'folder').sort(byPath);
  return {
    files: files.map(({ path, stat }) => ({
      path,
      size: String(stat.size),
      mtimeNs: String(stat.mtimeNs),
      ctimeNs: String(stat.ctimeNs),
      ino: String(stat.ino),
      mode: stat.mode.toString(8),
    })),
    folders: folders.map(({ path }) => path),
  };
}

/** Whether the tree is, by its fingerprints alone, the recorded one: no name more, no name less, no file touched. */
export function isUntouched(tree: readonly ObservedEntry[], recorded: Fingerprints): boolean {
  const seen = fingerprintsOf(tree);
  if (seen.files.length + seen.folders.length !== tree.length) return false;
  return sameFingerprints(seen, recorded);
}

export function sameFingerprints(seen: Fingerprints, recorded: Fingerprints): boolean {
  return (
    seen.files.length === recorded.files.length &&
    seen.folders.length === recorded.folders.length &&
    seen.folders.every((path, index) => path === recorded.folders[index]) &&
    seen.files.every((file, index) => sameFile(file, recorded.files[index]))
  );
}

function sameFile(seen: FileFingerprint, recorded: FileFingerprint | undefined): boolean {
  return (
    recorded !== undefined &&
    seen.path === recorded.path &&
    seen.size === recorded.size &&
    seen.mtimeNs === recorded.mtimeNs &&
    seen.ctimeNs === recorded.ctimeNs &&
    seen.ino === recorded.ino &&
    seen.mode === recorded.mode
  );
}

function byPath(a: { readonly bytes: string }, b: { readonly bytes: string }): number {
  if (a.bytes === b.bytes) return 0;
  return a.bytes < b.bytes ? -1 : 1;
}
