// SPDX-License-Identifier: Apache-2.0
import type { Digest } from '../ids.js';
import type { Manifest, ManifestFile } from '../material/manifest.js';
import { foldersOf } from '../skill-store/manifest-folders.js';
import type { Drift } from './host-adapter.js';
import type { ObservedEntry } from './observe-tree.js';

const ANY_EXECUTE = 0o111n;
const OWNER_EXECUTE = 0o100n;
const SPECIAL_BITS = 0o7000n;

/** As `ObservedEntry.bytes`: the only name that tells apart what is not UTF-8 from what looks like it. */
export function bytesOf(path: string): string {
  return Buffer.from(path).toString('latin1');
}

/**
 * Every difference between a manifest and what stands at the place, sorted by path. The place itself is named `.`.
 * @param hashes of the files that could be read, by `ObservedEntry.bytes`; a file that is missing here is not as it should be
 */
export function compareTree(
  manifest: Manifest,
  tree: readonly ObservedEntry[],
  hashes: ReadonlyMap<string, Digest>,
): readonly Drift[] {
  const files = new Map(manifest.files.map((file) => [bytesOf(file.path), file]));
  const folders = new Set([...foldersOf(manifest)].map(bytesOf));
  const seen = new Set(tree.map(({ bytes }) => bytes));
  const removed = manifest.files.filter(({ path }) => !seen.has(bytesOf(path)));
  const drift = [
    ...tree.flatMap((entry) => driftOf(entry, expected(files.get(entry.bytes), folders.has(entry.bytes)), hashes)),
    ...removed.map(({ path }): Drift => ({ kind: 'removed', path })),
  ];
  return drift.sort(byPath);
}

type Expected = ManifestFile | 'folder' | 'nothing';

function expected(file: ManifestFile | undefined, isFolder: boolean): Expected {
  return file ?? (isFolder ? 'folder' : 'nothing');
}

function driftOf(entry: ObservedEntry, wanted: Expected, hashes: ReadonlyMap<string, Digest>): Drift[] {
  const path = entry.path === '' ? '.' : entry.path;
  if (entry.kind === 'link') return [{ kind: 'link', path }];
  if (wanted === 'nothing') return [{ kind: 'added', path }];
  if (wanted === 'folder') {
    if (entry.kind === 'sealed') return [{ kind: 'mode', path }];
    return entry.kind === 'folder' ? [] : [{ kind: 'type', path }];
  }
  if (entry.kind !== 'file') return [{ kind: 'type', path }];
  const drift: Drift[] = [];
  if (hashes.get(entry.bytes) !== wanted.sha256) drift.push({ kind: 'changed', path });
  if (!hasMode(entry.stat.mode, wanted.executable)) drift.push({ kind: 'mode', path });
  return drift;
}

/** Read and write bits vary with people's umask and with git; whether a file may be run must not. */
function hasMode(mode: bigint, executable: boolean): boolean {
  if ((mode & SPECIAL_BITS) !== 0n) return false;
  return executable ? (mode & OWNER_EXECUTE) !== 0n : (mode & ANY_EXECUTE) === 0n;
}

function byPath(a: Drift, b: Drift): number {
  return Buffer.compare(Buffer.from(a.path), Buffer.from(b.path));
}
