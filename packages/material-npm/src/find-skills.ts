// SPDX-License-Identifier: Apache-2.0
import { openMaterial, type OpenMaterialOptions } from '@countersign/core';
import type { NpmRelease } from './npm-reference.js';
import type { NpmOptions } from './npm-registry.js';
import { NpmSource } from './npm-source.js';

const SKILL_FILE = 'SKILL.md';

/**
 * The folders of a package that hold a SKILL.md, as the `path` of references to them, in ascending order; `.` is the
 * package itself. The whole package is checked on the way, as it is when one of them is fetched.
 * @throws as `openMaterial`
 */
export async function findNpmSkills(
  release: NpmRelease,
  options: NpmOptions,
  opening: OpenMaterialOptions,
): Promise<readonly string[]> {
  const source = new NpmSource(options);
  const { package: name, version, integrity } = release;
  const reference = { scheme: source.scheme, package: name, version, integrity };
  const folders: string[] = [];
  for await (const { path } of openMaterial(new Map([[source.scheme, source]]), reference, opening)) {
    if (path === SKILL_FILE) folders.push('.');
    else if (path.endsWith(`/${SKILL_FILE}`)) folders.push(path.slice(0, -SKILL_FILE.length - 1));
  }
  return folders.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}
