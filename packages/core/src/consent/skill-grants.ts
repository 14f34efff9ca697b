// SPDX-License-Identifier: Apache-2.0
import { canonicalJson, type JsonValue } from '../canonical-json.js';
import { CountersignError } from '../errors/index.js';
import type { ManifestFile } from '../material/manifest.js';
import type { Grants } from './challenge.js';
import type { Frontmatter } from './frontmatter.js';
import { isRecord } from './is-record.js';

/** Bytes of canonical JSON. All of it stands in the challenge, and a person has to read it. */
export const MAX_GRANTS_BYTES = 64 * 1024;

/** Stands where something is asked for and nobody can tell what. */
const UNREADABLE = ['(unreadable)'];

/** What the bytes of a skill ask for. Pure. @throws `grants-too-large` */
export function readGrants(frontmatter: Frontmatter, files: readonly ManifestFile[]): Grants {
  const grants: Grants = {
    ...declaredIn(frontmatter),
    executables: files.filter(({ executable }) => executable).map(({ path }) => path),
  };
  if (Buffer.byteLength(canonicalJson(grants as unknown as JsonValue)) > MAX_GRANTS_BYTES)
    throw new CountersignError('grants-too-large', { details: { maxBytes: MAX_GRANTS_BYTES } });
  return grants;
}

function declaredIn(frontmatter: Frontmatter): Pick<Grants, 'allowedTools' | 'hooks'> {
  switch (frontmatter.kind) {
    case 'missing':
      return { allowedTools: [], hooks: [] };
    case 'invalid':
      return { allowedTools: UNREADABLE, hooks: UNREADABLE };
    case 'present': {
      const { hooks, 'allowed-tools': tools } = frontmatter.fields;
      return { allowedTools: readAllowedTools(tools) ?? UNREADABLE, hooks: readHooks(hooks) ?? UNREADABLE };
    }
  }
}

/** A list of texts, or one text that spaces and commas divide; undefined when it is neither. */
export function readAllowedTools(value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null) return [];
  if (typeof value === 'string') return splitTools(value);
  return Array.isArray(value) && value.every((tool) => typeof tool === 'string') ? value : undefined;
}

function readHooks(value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null) return [];
  return isRecord(value) ? Object.keys(value).sort() : undefined;
}

/** `Bash(git:*) Read, Write`: spaces and commas separate, but not inside brackets. */
function splitTools(text: string): string[] {
  return text.match(/[^\s,(]+(?:\([^)]*\)?)?|\([^)]*\)?/g) ?? [];
}
