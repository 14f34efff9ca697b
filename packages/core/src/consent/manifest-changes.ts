// SPDX-License-Identifier: Apache-2.0
import type { Manifest, ManifestFile } from '../material/manifest.js';

/** One difference between the installed version and the proposed one. */
export type ManifestChange =
  | { readonly kind: 'added'; readonly path: string; readonly to: ManifestFile }
  | { readonly kind: 'removed'; readonly path: string; readonly from: ManifestFile }
  /** Bytes, the executable bit, or both. */
  | { readonly kind: 'changed'; readonly path: string; readonly from: ManifestFile; readonly to: ManifestFile };

/** By path, in the order of the manifest's sorting. Pure. */
export function manifestChanges(from: Manifest, to: Manifest): ManifestChange[] {
  const before = new Map(from.files.map((file) => [file.path, file]));
  const after = new Map(to.files.map((file) => [file.path, file]));
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort((a, b) =>
    Buffer.compare(Buffer.from(a), Buffer.from(b)),
  );
  return paths.flatMap((path): ManifestChange[] => {
    const past = before.get(path);
    const present = after.get(path);
    if (past === undefined) return present === undefined ? [] : [{ kind: 'added', path, to: present }];
    if (present === undefined) return [{ kind: 'removed', path, from: past }];
    const same = past.sha256 === present.sha256 && past.executable === present.executable;
    return same ? [] : [{ kind: 'changed', path, from: past, to: present }];
  });
}
