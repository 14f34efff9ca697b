// SPDX-License-Identifier: Apache-2.0
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MaterialReference } from '@countersign/core';
import type { MaterialSourceBench, MaterialSourceHarness, SampleFile } from '@countersign/core/conformance';
import { NpmSource, type NpmOptions } from '@countersign/material-npm';
import { LocalRegistry, integrityOf, packPackage } from './local-registry.js';

/** A registry, an empty cache, and options that know nothing of this machine's npm. */
export interface NpmBench {
  readonly registry: LocalRegistry;
  readonly options: NpmOptions;
  publish(name: string, version: string, files: readonly SampleFile[]): MaterialReference;
  remove(): Promise<void>;
}

export async function createNpmBench(): Promise<NpmBench> {
  const cacheFolder = join(await realpath(await mkdtemp(join(tmpdir(), 'countersign-npm-'))), 'cache');
  const registry = await new LocalRegistry().start();
  return {
    registry,
    options: { cacheFolder, registry: registry.address, config: {} },
    publish: (name, version, files) => {
      const tarball = packPackage(files);
      registry.publish(name, version, { tarball });
      return { scheme: 'npm', package: name, version, integrity: integrityOf(tarball) };
    },
    remove: async () => {
      await registry.stop();
      await rm(join(cacheFolder, '..'), { recursive: true, force: true });
    },
  };
}

export const text = (path: string, content: string): SampleFile => ({
  path,
  executable: false,
  content: Buffer.from(content),
});

const integrity = integrityOf(Buffer.from('nothing'));
const release = { scheme: 'npm', package: '@sample/skills', version: '1.2.3', integrity };

export const npmHarness: MaterialSourceHarness = {
  createBench: async (): Promise<MaterialSourceBench> => {
    const bench = await createNpmBench();
    bench.publish('@sample/skills', '0.0.1', [text('SKILL.md', '')]);
    return {
      source: new NpmSource(bench.options),
      provide: async (files) => ({
        ...bench.publish(
          '@sample/skills',
          '1.2.4',
          files.map((sample) => ({ ...sample, path: `skills/sample/${sample.path}` })),
        ),
        path: 'skills/sample',
      }),
      missing: [release, { ...release, package: 'no-such-package' }],
      invalid: [
        { ...release, package: 'Sample' },
        { ...release, package: '../sample' },
        { ...release, package: 'git+ssh://host/sample' },
        { ...release, version: '^1.2.3' },
        { ...release, version: 'latest' },
        { ...release, version: '1.2.3-a.tgz' },
        { ...release, integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' },
        { ...release, integrity: `${integrity} ${integrity}` },
        { ...release, path: '../sample' },
        { ...release, path: '/sample' },
        { scheme: 'npm', package: 'sample', version: '1.2.3' },
      ],
      secrets: [bench.options.cacheFolder, bench.registry.host, '127.0.0.1'],
      openResources: () => bench.registry.openConnections(),
      remove: () => bench.remove(),
    };
  },
};
