// SPDX-License-Identifier: Apache-2.0
import { sha256 } from '../../digest.js';
import type { Digest } from '../../ids.js';
import { DEFAULT_MATERIAL_LIMITS, createManifest, manifestDigest, type Manifest } from '../../material/manifest.js';
import type { MaterialEntry } from '../../material/material-source.js';
import type { StageOptions } from '../../skill-store/skill-store.js';

export interface SampleFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}

function file(path: string, bytes: Uint8Array | string, executable = false): SampleFile {
  return { path, bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes, executable };
}

const SKILL_FILE = file('SKILL.md', '---\nname: sample\ndescription: A sample.\n---\n');

/** Folders in folders, an executable, an empty file, a dotfile, and one of several chunks. Not in the manifest's order. */
export const SAMPLE: readonly SampleFile[] = [
  file('scripts/run.sh', '#!/bin/sh\necho sample\n', true),
  SKILL_FILE,
  file('assets/deep/er/data.bin', Buffer.alloc(200_000, 'countersign')),
  file('empty', ''),
  file('.hidden/.dot', 'dot'),
];

/** Names of several scripts, each in normalisation form C. */
export const SCRIPTS: readonly SampleFile[] = [
  SKILL_FILE,
  ...['größe.md', 'навык/данные.txt', '技能/说明.md', 'مهارة/ملف.txt', 'कौशल.md', '🙂.md'].map((path) =>
    file(path, path),
  ),
];

/** A tree of one file whose bytes are `text`. */
export function smallTree(text: string): readonly SampleFile[] {
  return [file('SKILL.md', text)];
}

export function manifestOfFiles(files: readonly SampleFile[]): Manifest {
  return createManifest(
    files.map(({ path, bytes, executable }) => ({ path, executable, size: bytes.byteLength, sha256: sha256(bytes) })),
  );
}

export function digestOfFiles(files: readonly SampleFile[]): Digest {
  return manifestDigest(manifestOfFiles(files));
}

export function entryOf({ path, bytes, executable }: SampleFile): MaterialEntry {
  return { path, executable, size: bytes.byteLength, body: chunksOf(bytes) };
}

export async function* entriesOf(files: readonly SampleFile[]): AsyncGenerator<MaterialEntry> {
  for (const sample of files) yield entryOf(sample);
}

/** One buffer that is filled again for each chunk, as a source may do. */
async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.alloc(50_000);
  for (let at = 0; at < bytes.byteLength; at += buffer.byteLength) {
    const chunk = bytes.subarray(at, at + buffer.byteLength);
    buffer.set(chunk);
    yield buffer.subarray(0, chunk.byteLength);
  }
}

export function stageOptions(expected: Digest | undefined, options: Partial<StageOptions> = {}): StageOptions {
  return { expected, limits: DEFAULT_MATERIAL_LIMITS, signal: new AbortController().signal, ...options };
}
