// SPDX-License-Identifier: Apache-2.0
import { openMaterial, type MaterialReference, type MaterialSource, type OpenMaterialOptions } from '@countersign/core';
import { CliError } from '../cli-error.js';

const SKILL_FILE = /(?:^|\/)(?:SKILL|skill)\.md$/;
/** More would not help anybody to choose. */
const MAX_LISTED = 50;

/**
 * The folders that hold a SKILL.md, `.` for the root, in the order of their bytes. Everything is read and checked once, as
 * it is when one of them is fetched.
 * @throws as `openMaterial`
 */
export async function findSkills(
  sources: ReadonlyMap<string, MaterialSource>,
  reference: MaterialReference,
  options: OpenMaterialOptions,
): Promise<readonly string[]> {
  const folders = new Set<string>();
  for await (const { path, body } of openMaterial(sources, reference, options)) {
    // A body that is not consumed would be taken for the next entry.
    for await (const chunk of body) void chunk;
    if (SKILL_FILE.test(path)) folders.add(path.replace(SKILL_FILE, '') || '.');
  }
  return [...folders].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

export interface SkillChoice {
  readonly path?: string;
  readonly all?: boolean;
}

/** @throws `several-skills` with their paths in the details. Without any, the root is taken, and refused with its own code. */
export function chooseSkills(found: readonly string[], { path, all }: SkillChoice): readonly string[] {
  if (path !== undefined) return [path];
  const [only = '.', ...others] = found;
  if (others.length === 0) return [only];
  if (all === true) return found;
  const listed = found.slice(0, MAX_LISTED).join(', ');
  throw new CliError('several-skills', { details: { count: found.length, paths: listed } });
}
