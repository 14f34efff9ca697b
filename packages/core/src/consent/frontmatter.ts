// SPDX-License-Identifier: Apache-2.0
import { parseDocument } from 'yaml';
import { isRecord } from './is-record.js';

export type Frontmatter =
  | { readonly kind: 'present'; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly kind: 'missing' }
  | { readonly kind: 'invalid' };

const BLOCK = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/** Reads the YAML block at the head of a SKILL.md. Aliases are refused: they let a small file grow without bound. */
export function readFrontmatter(text: string): Frontmatter {
  const block = BLOCK.exec(text)?.[1];
  if (block === undefined) return { kind: 'missing' };
  const document = parseDocument(block, { uniqueKeys: true, schema: 'core' });
  if (document.errors.length > 0) return { kind: 'invalid' };
  try {
    const fields: unknown = document.toJS({ maxAliasCount: 0 });
    return isRecord(fields) ? { kind: 'present', fields } : { kind: 'invalid' };
  } catch {
    return { kind: 'invalid' };
  }
}
