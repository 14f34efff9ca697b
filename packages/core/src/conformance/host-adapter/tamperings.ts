// SPDX-License-Identifier: Apache-2.0
import { appendFile, chmod, mkdir, readFile, rename, stat, symlink, unlink, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Drift } from '../../exposure/host-adapter.js';

/** Something done to an exposed copy of the sample skill, and what must be said of it. */
export interface Tampering {
  readonly name: string;
  readonly drift: readonly Drift[];
  readonly tamper: (place: string) => Promise<void>;
}

/** Requirement A29. Each changes one thing, and what can be hidden is hidden: size and times stay where they can. */
export const TAMPERINGS: readonly Tampering[] = [
  {
    name: 'a changed byte, with size and time put back',
    drift: [{ kind: 'changed', path: 'SKILL.md' }],
    tamper: (place) => editInPlace(join(place, 'SKILL.md'), (text) => text.replace('sample', 'sampIe')),
  },
  {
    name: 'an appended line',
    drift: [{ kind: 'changed', path: 'SKILL.md' }],
    tamper: (place) => appendFile(join(place, 'SKILL.md'), 'And more.\n'),
  },
  {
    name: 'other line endings',
    drift: [{ kind: 'changed', path: 'references/Notes.md' }],
    tamper: (place) => editInPlace(join(place, 'references/Notes.md'), (text) => text.replaceAll('\n', '\r\n')),
  },
  {
    name: 'a file replaced by another of the same size and time',
    drift: [{ kind: 'changed', path: 'scripts/run.sh' }],
    tamper: async (place) => {
      const file = join(place, 'scripts/run.sh');
      const { atime, mtime } = await stat(file);
      await writeFile(`${place}-new`, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
      await rename(`${place}-new`, file);
      await utimes(file, atime, mtime);
    },
  },
  {
    name: 'a file that became executable',
    drift: [{ kind: 'mode', path: 'SKILL.md' }],
    tamper: (place) => chmod(join(place, 'SKILL.md'), 0o755),
  },
  {
    name: 'an executable that no longer is one',
    drift: [{ kind: 'mode', path: 'scripts/run.sh' }],
    tamper: (place) => chmod(join(place, 'scripts/run.sh'), 0o644),
  },
  {
    name: 'an added file',
    drift: [{ kind: 'added', path: 'scripts/more.sh' }],
    tamper: (place) => writeFile(join(place, 'scripts/more.sh'), 'exit 0\n'),
  },
  {
    name: 'an added dotfile',
    drift: [{ kind: 'added', path: '.hidden' }],
    tamper: (place) => writeFile(join(place, '.hidden'), ''),
  },
  {
    name: 'an added empty folder',
    drift: [{ kind: 'added', path: 'references/more' }],
    tamper: (place) => mkdir(join(place, 'references/more')),
  },
  {
    name: 'a removed file',
    drift: [{ kind: 'removed', path: '.settings' }],
    tamper: (place) => unlink(join(place, '.settings')),
  },
  {
    name: 'a removed empty file',
    drift: [{ kind: 'removed', path: 'empty' }],
    tamper: (place) => unlink(join(place, 'empty')),
  },
  {
    name: 'a renamed file',
    drift: [
      { kind: 'removed', path: 'references/Notes.md' },
      { kind: 'added', path: 'references/Other.md' },
    ],
    tamper: (place) => rename(join(place, 'references/Notes.md'), join(place, 'references/Other.md')),
  },
  {
    name: 'a file name in another case',
    drift: [
      { kind: 'removed', path: 'references/Notes.md' },
      { kind: 'added', path: 'references/notes.md' },
    ],
    tamper: (place) => rename(join(place, 'references/Notes.md'), join(place, 'references/notes.md')),
  },
  {
    name: 'a file replaced by a link to its own bytes',
    drift: [{ kind: 'link', path: 'SKILL.md' }],
    tamper: async (place) => {
      await symlink(join('..', await moveOut(place, 'SKILL.md')), join(place, 'SKILL.md'));
    },
  },
  {
    name: 'a folder replaced by a link to its own files',
    drift: [{ kind: 'link', path: 'scripts' }],
    tamper: async (place) => {
      await symlink(join('..', await moveOut(place, 'scripts')), join(place, 'scripts'));
    },
  },
  {
    name: 'the whole skill replaced by a link to its own files',
    drift: [{ kind: 'link', path: '.' }],
    tamper: async (place) => {
      await symlink(await moveOut(place, '.'), place);
    },
  },
  {
    name: 'a file replaced by a folder',
    drift: [{ kind: 'type', path: 'empty' }],
    tamper: async (place) => {
      await unlink(join(place, 'empty'));
      await mkdir(join(place, 'empty'));
    },
  },
];

async function editInPlace(file: string, edit: (text: string) => string): Promise<void> {
  const { atime, mtime } = await stat(file);
  await writeFile(file, edit(await readFile(file, 'utf8')));
  await utimes(file, atime, mtime);
}

/** Moves a part of the skill out of the discovery folder. @returns the way there, from the discovery folder */
async function moveOut(place: string, part: string): Promise<string> {
  const moved = join('..', `moved-from-${basename(place)}`);
  await rename(join(place, part), join(place, '..', moved));
  return moved;
}
