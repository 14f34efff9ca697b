// SPDX-License-Identifier: Apache-2.0
import type { Manifest } from '../material/manifest.js';

/** Every folder of a tree, relative to its files; '' is their root. Folders exist only as part of paths. */
export function foldersOf(manifest: Manifest): ReadonlySet<string> {
  const folders = new Set(['']);
  for (const { path } of manifest.files) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
      folders.add(path.slice(0, end));
  }
  return folders;
}
