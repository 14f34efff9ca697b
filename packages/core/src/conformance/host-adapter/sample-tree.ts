// SPDX-License-Identifier: Apache-2.0
import { sha256 } from '../../digest.js';
import { CountersignError } from '../../errors/index.js';
import type { Exposure } from '../../exposure/host-adapter.js';
import type { Digest } from '../../ids.js';
import { createManifest, manifestDigest, type Manifest } from '../../material/manifest.js';
import type { SkillTree } from '../../skill-store/skill-store.js';
import type { IdentifiedWorkspace } from '../../workspace/workspace.js';

export interface SampleFile {
  readonly path: string;
  readonly text: string;
  readonly executable?: boolean;
}

/** A skill with folders, an executable, a dotfile, an empty file, and line endings that must stay as they are. */
export const SAMPLE_FILES: readonly SampleFile[] = [
  { path: 'SKILL.md', text: '---\nname: sample\ndescription: A sample.\n---\nRead `references/Notes.md`.\n' },
  { path: '.settings', text: 'quiet\r\n' },
  { path: 'empty', text: '' },
  { path: 'references/Notes.md', text: 'First line\nSecond line\n' },
  { path: 'scripts/run.sh', text: '#!/bin/sh\nexit 0\n', executable: true },
];

/** A tree in memory. Its `bytes` can be changed, so that it no longer is what its manifest says. */
export class SampleTree implements SkillTree {
  readonly manifest: Manifest;
  readonly digest: Digest;
  readonly bytes: Map<string, Uint8Array>;

  constructor(files: readonly SampleFile[] = SAMPLE_FILES) {
    this.bytes = new Map(files.map(({ path, text }) => [path, Buffer.from(text)]));
    this.manifest = createManifest(
      files.map(({ path, text, executable = false }) => ({
        path,
        executable,
        size: Buffer.byteLength(text),
        sha256: sha256(text),
      })),
    );
    this.digest = manifestDigest(this.manifest);
  }

  async *read(path: string): AsyncIterable<Uint8Array> {
    const bytes = this.bytes.get(path);
    if (bytes === undefined) throw new CountersignError('store-bytes-missing');
    // In two pieces, so that an adapter that writes only the first one is noticed.
    const half = Math.ceil(bytes.byteLength / 2);
    yield bytes.subarray(0, half);
    yield bytes.subarray(half);
  }
}

export function exposureOf(workspace: IdentifiedWorkspace, tree: SkillTree, folder = 'sample'): Exposure {
  return { workspace, folder, digest: tree.digest };
}
