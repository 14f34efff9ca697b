// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFile, chmod, link, mkdir, mkdtemp, realpath, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  ArchiveSource,
  DEFAULT_MATERIAL_LIMITS,
  DirectorySource,
  openMaterial,
  type MaterialEntry,
  type MaterialReference,
  type MaterialSource,
} from '@countersign/core';
import { archive, file, gzipped } from './tar-builder.js';

let base: string;
let folder: string;

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'countersign-local-')));
  folder = join(base, 'skill');
  await mkdir(folder);
  await writeFile(join(folder, 'SKILL.md'), 'text');
});
afterEach(() => rm(base, { recursive: true, force: true }));

const options = { limits: DEFAULT_MATERIAL_LIMITS, signal: new AbortController().signal };
function open(source: MaterialSource, reference: Omit<MaterialReference, 'scheme'>): AsyncGenerator<MaterialEntry> {
  return openMaterial(new Map([[source.scheme, source]]), { scheme: source.scheme, ...reference }, options);
}

async function paths(entries: AsyncIterable<MaterialEntry>): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { path, executable, body } of entries) {
    for await (const chunk of body) void chunk;
    found.push(executable ? `${path} x` : path);
  }
  return found;
}

const skill = () => paths(open(new DirectorySource(base), { path: 'skill' }));

/** Reads the skill while its one file changes between the listing and the reading. */
async function readWhileChanging(change: (place: string) => Promise<void>): Promise<void> {
  for await (const { body } of open(new DirectorySource(base), { path: 'skill' })) {
    await change(join(folder, 'SKILL.md'));
    for await (const chunk of body) void chunk;
  }
}

describe('DirectorySource', () => {
  test('takes everything, dotfiles and installed packages too, in the order of the names', async () => {
    for (const name of ['.git', 'node_modules', 'B', 'a']) {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, 'file'), '');
    }
    await mkdir(join(folder, 'an-empty-folder'));
    await writeFile(join(folder, 'run.sh'), '', { mode: 0o755 });
    expect(await skill()).toEqual(['.git/file', 'B/file', 'SKILL.md', 'a/file', 'node_modules/file', 'run.sh x']);
  });

  test('the base folder itself is `.`', async () => {
    expect(await paths(open(new DirectorySource(folder), { path: '.' }))).toEqual(['SKILL.md']);
  });

  test('takes an absolute path only without a base folder, and a relative one only with it', async () => {
    expect(await paths(open(new DirectorySource(), { path: folder }))).toEqual(['SKILL.md']);
    const refused = { code: 'source-reference-invalid', details: { field: 'path' } };
    await expect(paths(open(new DirectorySource(), { path: 'skill' }))).rejects.toMatchObject(refused);
    await expect(paths(open(new DirectorySource(base), { path: folder }))).rejects.toMatchObject(refused);
  });

  test('A61 refuses links, and follows none on the way down', async () => {
    await symlink('SKILL.md', join(folder, 'link'));
    await expect(skill()).rejects.toMatchObject({ code: 'entry-link' });
    await symlink(folder, join(base, 'linked'));
    const linked = open(new DirectorySource(base), { path: 'linked' });
    await expect(paths(linked)).rejects.toMatchObject({ code: 'entry-link' });
    const below = open(new DirectorySource(base), { path: 'linked/SKILL.md' });
    await expect(paths(below)).rejects.toMatchObject({ code: 'entry-link' });
  });

  test('a hard link is a file like any other: its bytes are what counts', async () => {
    await link(join(folder, 'SKILL.md'), join(folder, 'twin.md'));
    expect(await skill()).toEqual(['SKILL.md', 'twin.md']);
  });

  test('A61 refuses a link that takes the place of a file before it is read', async () => {
    const reading = readWhileChanging(async (place) => {
      await rm(place);
      await symlink('/etc/hostname', place);
    });
    await expect(reading).rejects.toMatchObject({ code: 'entry-link' });
  });

  test('A61 refuses pipes and sockets, also one that takes the place of a file', async () => {
    const reading = readWhileChanging(async (place) => {
      await rm(place);
      execFileSync('mkfifo', [place]);
    });
    await expect(reading).rejects.toMatchObject({ code: 'entry-device' });
    await expect(skill()).rejects.toMatchObject({ code: 'entry-device' });
    await rm(join(folder, 'SKILL.md'));
    const server = createServer().listen(join(folder, 'socket'));
    await expect(skill()).rejects.toMatchObject({ code: 'entry-device' });
    await new Promise((resolve) => server.close(resolve));
  });

  test('A61 refuses set-user-id files, but not shared folders', async () => {
    await chmod(folder, 0o2775);
    expect(await skill()).toEqual(['SKILL.md']);
    await chmod(join(folder, 'SKILL.md'), 0o4755);
    await expect(skill()).rejects.toMatchObject({ code: 'entry-setuid' });
  });

  test('A61 refuses a name that is not UTF-8', async () => {
    await writeFile(Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9])]), '');
    await expect(skill()).rejects.toMatchObject({ code: 'path-not-unicode' });
  });

  test.each([
    ['grows', (path: string) => appendFile(path, 'more')],
    ['shrinks', (path: string) => truncate(path, 2)],
  ])('A60 refuses a file that %s before it is read', async (_name, change) => {
    await expect(readWhileChanging(change)).rejects.toMatchObject({ code: 'material-size-mismatch' });
  });
});

describe('ArchiveSource', () => {
  const bytes = gzipped(file('skill/SKILL.md', 'text'), file('other', 'x'));
  const sha256 = createHash('sha256').update(bytes).digest('hex');

  test('reads gzip and plain archives, whole or below a root', async () => {
    await writeFile(join(base, 'a.tgz'), bytes);
    await writeFile(join(base, 'a.tar'), archive(file('SKILL.md')));
    expect(await paths(open(new ArchiveSource(base), { path: 'a.tgz' }))).toEqual(['skill/SKILL.md', 'other']);
    expect(await paths(open(new ArchiveSource(base), { path: 'a.tgz', root: 'skill', sha256 }))).toEqual(['SKILL.md']);
    expect(await paths(open(new ArchiveSource(), { path: join(base, 'a.tar') }))).toEqual(['SKILL.md']);
  });

  test('A60 refuses other bytes than pinned', async () => {
    await writeFile(join(base, 'a.tgz'), gzipped(file('skill/SKILL.md', 'next'), file('other', 'x')));
    const entries = open(new ArchiveSource(base), { path: 'a.tgz', root: 'skill', sha256 });
    await expect(paths(entries)).rejects.toMatchObject({ code: 'source-integrity' });
  });

  test('A61 refuses a link to an archive', async () => {
    await writeFile(join(base, 'a.tgz'), bytes);
    await symlink('a.tgz', join(base, 'b.tgz'));
    await expect(paths(open(new ArchiveSource(base), { path: 'b.tgz' }))).rejects.toMatchObject({ code: 'entry-link' });
  });
});
