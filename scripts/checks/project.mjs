// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** @typedef {{ readonly file: string, readonly line: number, readonly message: string }} Finding */
/**
 * The files of a project by path relative to its root, with `/`. Checks see nothing else, so tests hand them a made-up one.
 * @typedef {{ readonly files: readonly string[], readonly read: (file: string) => string }} Project
 */

/**
 * The files that a fresh clone would have: what Git tracks, and what is new and not ignored.
 * @param {string} root
 * @returns {Project}
 */
export function openProject(root) {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return {
    files: [...new Set(listed.split('\0'))].filter((file) => file !== '' && existsSync(path.join(root, file))),
    read: (file) => readFileSync(path.join(root, file), 'utf8'),
  };
}
