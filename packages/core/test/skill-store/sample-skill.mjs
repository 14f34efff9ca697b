// SPDX-License-Identifier: Apache-2.0
// Plain JavaScript, so that the tests and the processes that they kill share it.
import { DEFAULT_MATERIAL_LIMITS, createManifest, manifestDigest, sha256 } from '@countersign/core';

/** @typedef {{ readonly path: string, readonly bytes: Uint8Array, readonly executable: boolean }} SampleFile */

/**
 * A skill with folders, an executable, an empty file and one of several chunks; another digest for each `variant`.
 * @param {number} variant
 * @returns {readonly SampleFile[]}
 */
export function sampleSkill(variant = 0) {
  return [
    file('SKILL.md', `---\nname: sample\ndescription: Sample ${variant}.\n---\n`),
    file('scripts/run.sh', '#!/bin/sh\necho sample\n', true),
    file('assets/deep/er/data.bin', 'countersign'.repeat(20_000)),
    file('empty', ''),
    ...Array.from({ length: 8 }, (_, index) => file(`notes/${index}/note.md`, `Note ${index} of ${variant}.\n`)),
  ];
}

/**
 * @param {string} path
 * @param {string} text
 * @returns {SampleFile}
 */
function file(path, text, executable = false) {
  return { path, bytes: Buffer.from(text), executable };
}

/** @param {readonly SampleFile[]} files */
export function digestOfFiles(files) {
  const listed = files.map(({ path, bytes, executable }) => ({
    path,
    executable,
    size: bytes.byteLength,
    sha256: sha256(bytes),
  }));
  return manifestDigest(createManifest(listed));
}

/**
 * @param {readonly SampleFile[]} files
 * @returns {AsyncGenerator<import('@countersign/core').MaterialEntry>}
 */
export async function* entriesOf(files) {
  for (const { path, bytes, executable } of files)
    yield { path, executable, size: bytes.byteLength, body: chunksOf(bytes) };
}

/** @param {Uint8Array} bytes */
async function* chunksOf(bytes) {
  for (let at = 0; at < bytes.byteLength; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

/**
 * @param {readonly SampleFile[]} files
 * @param {Partial<import('@countersign/core').StageOptions>} options
 * @returns {import('@countersign/core').StageOptions}
 */
export function stageOptions(files, options = {}) {
  return {
    expected: digestOfFiles(files),
    limits: DEFAULT_MATERIAL_LIMITS,
    signal: new AbortController().signal,
    ...options,
  };
}
