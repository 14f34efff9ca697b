// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { DEFAULT_MATERIAL_LIMITS } from '@countersign/core';
import { findNpmSkills, resolveNpmRelease } from '@countersign/material-npm';
import { integrityOf } from './local-registry.js';
import { createNpmBench, text, type NpmBench } from './npm-bench.js';

let bench: NpmBench;
beforeEach(async () => {
  bench = await createNpmBench();
});
afterEach(() => bench.remove());

const live = () => new AbortController().signal;
const resolve = (name: string, version: string) => resolveNpmRelease({ package: name, version }, bench.options, live());

describe('resolveNpmRelease', () => {
  test.each([
    ['a version', '1.0.0', '1.0.0'],
    ['a range', '^1.0.0', '1.2.0'],
    ['a comparison', '>=1 <1.2', '1.1.0'],
    ['a tag', 'latest', '2.0.0-beta.1'],
  ])('turns %s into an exact release with its digest', async (_name, spec, version) => {
    const releases = ['1.0.0', '1.1.0', '1.2.0', '2.0.0-beta.1'].map((exact) => {
      return bench.publish('@sample/skills', exact, [text('SKILL.md', exact)]);
    });
    const integrity = releases.find((release) => release['version'] === version)?.['integrity'];
    expect(await resolve('@sample/skills', spec)).toEqual({ package: '@sample/skills', version, integrity });
  });

  test('sees a release that was published a moment ago', async () => {
    bench.publish('sample', '1.0.0', [text('SKILL.md', 'one')]);
    expect((await resolve('sample', 'latest')).version).toBe('1.0.0');
    bench.publish('sample', '1.0.1', [text('SKILL.md', 'two')]);
    expect((await resolve('sample', 'latest')).version).toBe('1.0.1');
  });

  test('refuses a release that is recorded by nothing stronger than SHA-1', async () => {
    bench.registry.publish('old', '1.0.0', { tarball: Buffer.from('x'), shasum: 'a'.repeat(40) });
    await expect(resolve('old', '1.0.0')).rejects.toMatchObject({ code: 'source-unpinned' });
  });

  test('says what is not there', async () => {
    bench.publish('sample', '1.0.0', [text('SKILL.md', 'one')]);
    await expect(resolve('sample', '^9.0.0')).rejects.toMatchObject({ code: 'source-not-found' });
    await expect(resolve('no-such-package', 'latest')).rejects.toMatchObject({ code: 'source-not-found' });
  });

  test.each([
    ['sample', 'git+ssh://host/sample'],
    ['sample', 'npm:other@1.0.0'],
    ['sample', 'file:../sample'],
    ['sample', '../sample'],
    ['sample', './sample'],
    ['sample', 'owner/repository'],
    ['sample', 'http://host/sample'],
    ['sample', 'sample.tgz'],
    ['sample', ''],
    ['', 'latest'],
    ['../sample', 'latest'],
    ['owner/repository', 'latest'],
    ['sample@npm:other', 'latest'],
  ])('refuses what names another place than the registry: %s@%s', async (name, version) => {
    await expect(resolve(name, version)).rejects.toMatchObject({ code: 'source-reference-invalid' });
    expect(bench.registry.requests).toEqual([]);
  });
});

describe('findNpmSkills', () => {
  const find = (release: { readonly package: string; readonly version: string; readonly integrity: string }) =>
    findNpmSkills(release, bench.options, { limits: DEFAULT_MATERIAL_LIMITS, signal: live() });

  test('lists every folder with a SKILL.md, to be used as path', async () => {
    bench.publish('sample', '1.0.0', [
      text('package.json', '{}'),
      text('skills/b/SKILL.md', ''),
      text('skills/a/SKILL.md', ''),
      text('skills/a/nested/SKILL.md', ''),
      text('skills/c/README.md', ''),
      text('skills/d/not-SKILL.md', ''),
    ]);
    const release = await resolve('sample', 'latest');
    expect(await find(release)).toEqual(['skills/a', 'skills/a/nested', 'skills/b']);
  });

  test('`.` is a skill at the root of the package', async () => {
    bench.publish('sample', '1.0.0', [text('SKILL.md', '')]);
    expect(await find(await resolve('sample', 'latest'))).toEqual(['.']);
  });

  test('finds none in a package without skills', async () => {
    bench.publish('sample', '1.0.0', [text('index.js', '')]);
    expect(await find(await resolve('sample', 'latest'))).toEqual([]);
  });

  test('A60 looks at no other bytes than those of the release', async () => {
    bench.publish('sample', '1.0.0', [text('SKILL.md', '')]);
    const release = { package: 'sample', version: '1.0.0', integrity: integrityOf(Buffer.from('other')) };
    await expect(find(release)).rejects.toMatchObject({ code: 'source-integrity' });
  });
});
