// SPDX-License-Identifier: Apache-2.0
import { mkdir, mkdtemp, readdir, readlink, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ArchiveSource, DirectorySource, type MaterialReference, type MaterialSource } from '@countersign/core';
import {
  packArchive,
  type MaterialSourceBench,
  type MaterialSourceHarness,
  type SampleFile,
} from '@countersign/core/conformance';

async function writeFiles(folder: string, files: readonly SampleFile[]): Promise<void> {
  for (const { path, executable, content } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content, { mode: executable ? 0o755 : 0o644 });
  }
}

/** Handles of this process on files below the folder, as Linux tells; elsewhere none can be seen. */
async function openFilesBelow(folder: string): Promise<number> {
  const handles = await readdir('/proc/self/fd').catch(() => []);
  const targets = await Promise.all(handles.map((handle) => readlink(`/proc/self/fd/${handle}`).catch(() => '')));
  return targets.filter((target) => target.startsWith(folder)).length;
}

async function bench(
  sourceOver: (folder: string) => MaterialSource,
  provide: (folder: string, files: readonly SampleFile[]) => Promise<MaterialReference>,
  references: Pick<MaterialSourceBench, 'missing' | 'invalid'>,
): Promise<MaterialSourceBench> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'countersign-source-')));
  await writeFile(join(folder, 'a-file'), 'not a folder');
  return {
    source: sourceOver(folder),
    provide: (files) => provide(folder, files),
    ...references,
    secrets: [folder],
    openResources: () => openFilesBelow(folder),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

export const directoryHarness: MaterialSourceHarness = {
  createBench: () =>
    bench(
      (folder) => new DirectorySource(folder),
      async (folder, files) => {
        await writeFiles(join(folder, 'skills', 'sample'), files);
        return { scheme: 'directory', path: 'skills/sample' };
      },
      {
        missing: ['no-such-folder', 'a-file', 'a-file/below'].map((path) => ({ scheme: 'directory', path })),
        invalid: ['', '..', '../x', 'a/../b', '/etc', 'a//b', 'a\\b', 'C:x', 'a\nb'].map((path) => ({
          scheme: 'directory',
          path,
        })),
      },
    ),
};

export const archiveHarness: MaterialSourceHarness = {
  createBench: () =>
    bench(
      (folder) => new ArchiveSource(folder),
      async (folder, files) => {
        const below = files.map((sample) => ({ ...sample, path: `sample/${sample.path}` }));
        await writeFile(join(folder, 'sample.tgz'), packArchive(below));
        return { scheme: 'archive', path: 'sample.tgz', root: 'sample' };
      },
      {
        missing: ['no-such-file', 'a-file/below', '.'].map((path) => ({ scheme: 'archive', path })),
        invalid: [
          { scheme: 'archive', path: '../sample.tgz' },
          { scheme: 'archive', path: 'sample.tgz', root: '../sample' },
          { scheme: 'archive', path: 'sample.tgz', root: 'sample/' },
          { scheme: 'archive', path: 'sample.tgz', root: '' },
          { scheme: 'archive', path: 'sample.tgz', sha256: 'ABC' },
        ],
      },
    ),
};
