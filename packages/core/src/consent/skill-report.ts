// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { CountersignError } from '../errors/index.js';
import type { ManifestFile } from '../material/manifest.js';
import type { SkillTree } from '../skill-store/skill-store.js';
import type { Grants } from './challenge.js';
import { readFrontmatter, type Frontmatter } from './frontmatter.js';
import { findHiddenCharacters, type HiddenCharacter } from './hidden-text.js';
import { readGrants } from './skill-grants.js';
import { skillProblems, type SkillProblem } from './skill-problems.js';

/** What the bytes of a skill say of themselves. Made from bytes whose hashes were checked while they were read. */
export interface SkillReport {
  /** From the frontmatter; null when it has none. */
  readonly name: string | null;
  readonly description: string | null;
  readonly license: string | null;
  readonly grants: Grants;
  /** Hosts that the text files link to, ascending. */
  readonly linkedHosts: readonly string[];
  readonly hidden: readonly (HiddenCharacter & { readonly path: string })[];
  /** Files that are not text, which nobody can read on a screen. */
  readonly binaries: readonly string[];
  readonly problems: readonly SkillProblem[];
}

const MAX_HIDDEN_SHOWN = 200;
const LINK = /https?:\/\/([^\s/?#"'<>()[\]\\`]+)/gi;

/**
 * Reads the whole tree, one file at a time.
 * @param folder the name that the skill's folder will have at the hosts
 * @throws `store-bytes-altered` when bytes do not match the manifest; `skill-file-missing`; `grants-too-large`
 */
export async function reportSkill(tree: SkillTree, folder: string): Promise<SkillReport> {
  const hosts = new Set<string>();
  const hidden: (HiddenCharacter & { path: string })[] = [];
  const binaries: string[] = [];
  let frontmatter: Frontmatter = { kind: 'missing' };
  const skillFile = findSkillFile(tree.manifest.files);

  for (const file of tree.manifest.files) {
    const text = decode(await readVerified(tree, file));
    // Hosts read past bytes that are not UTF-8, and would find frontmatter all the same.
    if (file === skillFile) frontmatter = text === undefined ? { kind: 'invalid' } : readFrontmatter(text);
    if (text === undefined) {
      binaries.push(file.path);
      continue;
    }
    for (const [, host] of text.matchAll(LINK)) if (host !== undefined) hosts.add(host.toLowerCase());
    const room = MAX_HIDDEN_SHOWN - hidden.length;
    hidden.push(...findHiddenCharacters(text, room).map((character) => ({ path: file.path, ...character })));
  }

  const fields = frontmatter.kind === 'present' ? frontmatter.fields : {};
  return {
    name: textOf(fields['name']),
    description: textOf(fields['description']),
    license: textOf(fields['license']),
    grants: readGrants(frontmatter, tree.manifest.files),
    linkedHosts: [...hosts].sort(),
    hidden,
    binaries,
    problems: skillProblems({ frontmatter, files: tree.manifest.files, skillFile, folder }),
  };
}

/** `SKILL.md`, or the lower-case spelling that some hosts accept. @throws `skill-file-missing` */
function findSkillFile(files: readonly ManifestFile[]): ManifestFile {
  const file = files.find(({ path }) => path === 'SKILL.md') ?? files.find(({ path }) => path === 'skill.md');
  if (file === undefined) throw new CountersignError('skill-file-missing');
  return file;
}

async function readVerified(tree: SkillTree, file: ManifestFile): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of tree.read(file.path)) {
    size += chunk.byteLength;
    if (size > file.size) break;
    hash.update(chunk);
    chunks.push(chunk);
  }
  if (size !== file.size || hash.digest('hex') !== file.sha256) throw new CountersignError('store-bytes-altered');
  return Buffer.concat(chunks);
}

function decode(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;
}
