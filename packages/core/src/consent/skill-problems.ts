// SPDX-License-Identifier: Apache-2.0
import type { ManifestFile } from '../material/manifest.js';
import type { Frontmatter } from './frontmatter.js';
import { readAllowedTools } from './skill-grants.js';

/** Rules of the Agent Skills specification that a skill breaks. Reported, never mended in silence. */
export type SkillProblem =
  | 'skill-file-lower-case'
  | 'frontmatter-missing'
  | 'frontmatter-invalid'
  | 'name-missing'
  | 'name-invalid'
  | 'name-differs-from-folder'
  | 'description-missing'
  | 'description-too-long'
  | 'allowed-tools-invalid'
  | 'nested-skill';

// The specification's text says a-z; its reference validator takes any lower-case letter after NFKC. The wider reading
// is used, because refusing a name in another script would be the greater surprise.
const NAME = /^[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]+)*$/u;

export interface SkillShape {
  readonly frontmatter: Frontmatter;
  readonly files: readonly ManifestFile[];
  readonly skillFile: ManifestFile;
  readonly folder: string;
}

/** Pure; in a fixed order. */
export function skillProblems({ frontmatter, files, skillFile, folder }: SkillShape): SkillProblem[] {
  const problems: SkillProblem[] = [];
  if (skillFile.path !== 'SKILL.md') problems.push('skill-file-lower-case');
  if (files.some(({ path }) => path.toLowerCase().endsWith('/skill.md'))) problems.push('nested-skill');
  if (frontmatter.kind === 'missing') return [...problems, 'frontmatter-missing'];
  if (frontmatter.kind === 'invalid') return [...problems, 'frontmatter-invalid'];

  const { name, description, 'allowed-tools': allowedTools } = frontmatter.fields;
  if (name === undefined || name === null || name === '') problems.push('name-missing');
  else if (typeof name !== 'string' || [...name].length > 64 || !NAME.test(name.normalize('NFKC')))
    problems.push('name-invalid');
  if (typeof name === 'string' && name !== '' && name.normalize('NFC') !== folder)
    problems.push('name-differs-from-folder');

  if (typeof description !== 'string' || description.trim() === '') problems.push('description-missing');
  else if ([...description].length > 1024) problems.push('description-too-long');
  if (readAllowedTools(allowedTools) === undefined) problems.push('allowed-tools-invalid');
  return problems;
}
