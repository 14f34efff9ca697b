// SPDX-License-Identifier: Apache-2.0
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  DEFAULT_MATERIAL_LIMITS,
  openMaterial,
  type MaterialLimits,
  type MaterialReference,
  type OpenMaterialOptions,
} from '@countersign/core';
import { NpmSource, type NpmOptions } from '@countersign/material-npm';
import { integrityOf, packPackage } from './local-registry.js';
import { createNpmBench, text, type NpmBench } from './npm-bench.js';

let bench: NpmBench;
beforeEach(async () => {
  bench = await createNpmBench();
});
afterEach(() => bench.remove());

interface Opening {
  readonly limits?: Partial<MaterialLimits>;
  readonly signal?: AbortSignal;
  readonly options?: Partial<NpmOptions>;
}

async function fetched(reference: MaterialReference, opening: Opening = {}): Promise<readonly string[]> {
  const { limits, signal = new AbortController().signal, options } = opening;
  const source = new NpmSource({ ...bench.options, ...options });
  const opened: OpenMaterialOptions = { limits: { ...DEFAULT_MATERIAL_LIMITS, ...limits }, signal };
  const lines: string[] = [];
  for await (const { path, body } of openMaterial(new Map([['npm', source]]), reference, opened)) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    lines.push(`${path} ${Buffer.concat(chunks).toString()}`);
  }
  return lines;
}

const FILES = [text('package.json', '{}'), text('skills/a/SKILL.md', 'A'), text('skills/a/b.md', 'B')];

describe('NpmSource', () => {
  test('opens the whole package or one folder of it', async () => {
    const reference = bench.publish('sample', '1.0.0', FILES);
    expect(await fetched({ ...reference, path: 'skills/a' })).toEqual(['SKILL.md A', 'b.md B']);
    const whole = ['package.json {}', 'skills/a/SKILL.md A', 'skills/a/b.md B'];
    expect(await fetched(reference)).toEqual(whole);
    expect(await fetched({ ...reference, path: '.' })).toEqual(whole);
    await expect(fetched({ ...reference, path: 'skills/none' })).rejects.toMatchObject({ code: 'material-empty' });
  });

  test('runs no script of the package, and writes nothing but its cache', async () => {
    const marker = join(bench.options.cacheFolder, '..', 'marker');
    const scripts = Object.fromEntries(
      ['preinstall', 'install', 'postinstall', 'prepare', 'prepack'].map((name) => [name, `touch ${marker}`]),
    );
    const manifest = JSON.stringify({ name: 'sample', version: '1.0.0', scripts });
    await fetched(bench.publish('sample', '1.0.0', [text('package.json', manifest), text('SKILL.md', 'x')]));
    expect(await readdir(join(bench.options.cacheFolder, '..'))).toEqual(['cache']);
    expect((await stat(bench.options.cacheFolder)).mode & 0o777).toBe(0o700);
  });

  test('A60 a fetched package needs no registry any more', async () => {
    const reference = bench.publish('@sample/skills', '1.0.0', FILES);
    const first = await fetched(reference);
    const { length } = bench.registry.requests;
    expect(await fetched(reference)).toEqual(first);
    expect(bench.registry.requests.length).toBe(length);
    await bench.registry.stop();
    expect(await fetched(reference)).toEqual(first);
    await expect(
      fetched({ ...reference, version: '1.0.1', integrity: integrityOf(Buffer.from('other')) }),
    ).rejects.toMatchObject({
      code: 'source-unreachable',
      retryable: true,
    });
  });

  test('A60 refuses a package that the registry itself records otherwise', async () => {
    const reference = bench.publish('sample', '1.0.0', FILES);
    bench.publish('sample', '1.0.0', [text('SKILL.md', 'other')]);
    await expect(fetched(reference)).rejects.toMatchObject({ code: 'source-integrity' });
  });

  test.each(['with the pinned digest in its records', 'with no SHA-512 in its records'])(
    'A60 refuses other bytes than pinned, %s, before any of them is used',
    async (records) => {
      const reference = bench.publish('sample', '1.0.0', FILES);
      const tarball = packPackage([text('../evil', 'x')]);
      const { integrity = '' } = reference;
      const recorded = records.startsWith('with the') ? { integrity } : { shasum: 'a'.repeat(40) };
      bench.registry.publish('sample', '1.0.0', { tarball, ...recorded });
      // The path would be refused too, if one byte of it were looked at.
      for (let attempt = 0; attempt < 2; attempt += 1) {
        await expect(fetched(reference)).rejects.toMatchObject({ code: 'source-integrity' });
      }
    },
  );

  test('A60 damage in the cache is noticed, and mended from the registry', async () => {
    const reference = bench.publish('sample', '1.0.0', FILES);
    const first = await fetched(reference);
    const content = join(bench.options.cacheFolder, 'content-v2', 'sha512');
    for (const name of await readdir(content, { recursive: true })) {
      const place = join(content, name);
      if ((await stat(place)).isFile()) await writeFile(place, 'damaged');
    }
    expect(await fetched(reference)).toEqual(first);
  });

  test.each([
    [401, 'source-forbidden'],
    [403, 'source-forbidden'],
    [404, 'source-not-found'],
    [500, 'source-unreachable'],
    [503, 'source-unreachable'],
  ] as const)('A11 status %i is %s, and its text stays inside', async (status, code) => {
    const reference = bench.publish('sample', '1.0.0', FILES);
    bench.registry.behaviour = { kind: 'status', status };
    const error: unknown = await fetched(reference).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code, details: {} });
    expect(String(error)).not.toContain(bench.registry.host);
  });

  test.each(['hang', 'stall'] as const)(
    'A60 a registry that does %s is source-timeout, or ends with aborted',
    async (kind) => {
      const reference = bench.publish('sample', '1.0.0', FILES);
      bench.registry.behaviour = { kind };
      await expect(fetched(reference, { limits: { timeoutMs: 200 } })).rejects.toMatchObject({
        code: 'source-timeout',
      });
      const abort = new AbortController();
      setTimeout(() => abort.abort(), 200);
      const alone = new NpmSource(bench.options).open(reference, { maxBytes: 1_000_000, signal: abort.signal });
      await expect(alone).rejects.toMatchObject({ code: 'aborted' });
    },
  );

  test("shows the credentials of npm's configuration to their registry alone, and to no error", async () => {
    const reference = bench.publish('sample', '1.0.0', FILES);
    bench.registry.requiredToken = 'a-secret-token';
    const error: unknown = await fetched(reference).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'source-forbidden' });
    const config = { [`//${bench.registry.host}/:_authToken`]: 'a-secret-token' };
    expect(await fetched(reference, { options: { config } })).toHaveLength(3);
    bench.registry.behaviour = { kind: 'status', status: 404 };
    const other = { ...reference, version: '2.0.0', integrity: integrityOf(Buffer.from('other')) };
    const refused: unknown = await fetched(other, { options: { config } }).catch((thrown: unknown) => thrown);
    expect(refused).toMatchObject({ code: 'source-not-found', details: {} });
  });

  test("a scope has a registry of its own where npm's configuration says so", async () => {
    const reference = bench.publish('@sample/skills', '1.0.0', FILES);
    const config = { '@sample:registry': bench.registry.address };
    const nowhere = 'http://127.0.0.1:9/';
    expect(await fetched(reference, { options: { registry: nowhere, config } })).toHaveLength(3);
  });

  test('A61 a hostile package is refused like any archive', async () => {
    const reference = bench.publish('sample', '1.0.0', [...FILES, text('../../evil', 'x')]);
    await expect(fetched({ ...reference, path: 'skills/a' })).rejects.toMatchObject({ code: 'path-traversal' });
  });
});
