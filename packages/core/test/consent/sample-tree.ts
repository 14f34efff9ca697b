// SPDX-License-Identifier: Apache-2.0
import { sha256 } from '../../src/digest.js';
import { createManifest, manifestDigest } from '../../src/material/manifest.js';
import type { SkillTree } from '../../src/skill-store/skill-store.js';

export type Files = Readonly<Record<string, string | Uint8Array | { readonly run: string }>>;

/** A staged tree. @param lie what is read instead of the file's own bytes */
export function treeOf(files: Files, lie?: Readonly<Record<string, string>>): SkillTree {
  const contents = Object.entries(files).map(([path, content]) => {
    const executable = typeof content === 'object' && 'run' in content;
    const bytes = Buffer.from(executable ? content.run : content);
    return { path, executable, bytes };
  });
  const manifest = createManifest(
    contents.map(({ path, executable, bytes }) => ({ path, executable, size: bytes.length, sha256: sha256(bytes) })),
  );
  return {
    digest: manifestDigest(manifest),
    manifest,
    async *read(path) {
      const told = lie?.[path];
      yield await Promise.resolve(
        told === undefined
          ? (contents.find((file) => file.path === path)?.bytes ?? Buffer.alloc(0))
          : Buffer.from(told),
      );
    },
  };
}
