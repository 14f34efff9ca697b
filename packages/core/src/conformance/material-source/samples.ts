// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import type { SampleFile } from './harness.js';

/** Bytes that do not compress and are no text in any encoding; the same for the same seed. */
function noise(seed: string, size: number): Uint8Array {
  const blocks: Buffer[] = [];
  for (let index = 0; index * 32 < size; index += 1) {
    blocks.push(createHash('sha256').update(`${seed} ${index}`).digest());
  }
  return Buffer.concat(blocks).subarray(0, size);
}

/** What mangling would show in: line endings, bytes of all kinds, an empty file, dotfiles, modes, scripts, long names. */
export const SAMPLE_FILES: readonly SampleFile[] = [
  {
    path: 'SKILL.md',
    executable: false,
    content: Buffer.from('---\nname: sample\ndescription: A sample.\n---\r\n\tText\n'),
  },
  { path: '.hidden/settings', executable: false, content: Buffer.from('\ufeffkey = value') },
  { path: 'assets/empty', executable: false, content: Buffer.alloc(0) },
  { path: 'assets/noise.bin', executable: false, content: noise('assets', 200_001) },
  { path: 'references/技能/übersicht.md', executable: false, content: Buffer.from('日本語\n') },
  { path: `references/${'長'.repeat(60)}.md`, executable: false, content: Buffer.from('long name') },
  { path: 'scripts/run.sh', executable: true, content: Buffer.from('#!/bin/sh\nexit 0\n') },
];

/** More than any buffer on the way holds. */
export const LARGE_FILES: readonly SampleFile[] = ['a', 'b', 'c', 'd'].map((path) => ({
  path,
  executable: false,
  content: noise(path, 1024 * 1024),
}));
export const LARGE_BYTES = 4 * 1024 * 1024;
