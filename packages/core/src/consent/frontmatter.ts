// SPDX-License-Identifier: Apache-2.0
import { Composer, Parser, isScalar, visit, type CST, type Document } from 'yaml';
import { MAX_JSON_DEPTH } from '../canonical-json.js';
import { isRecord } from './is-record.js';

export type Frontmatter =
  | { readonly kind: 'present'; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly kind: 'missing' }
  /** Something a host may take for frontmatter, of which nobody can tell what it would read there. */
  | { readonly kind: 'invalid' };

/** UTF-8 bytes between the two lines of dashes. Parsing takes time with the size, and no honest skill comes near. */
export const MAX_FRONTMATTER_BYTES = 64 * 1024;

// Lazy in the middle: an empty block ends at the next line, and not at dashes further down.
const BLOCK = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)??---[ \t]*(?:\r?\n|$)/;
// Readers differ in what else they accept: space before it, more dashes, a language behind them, no end.
const OPENING = /^\s*---/;
/** Line ends of YAML 1.1, some of them of YAML 1.2 as well, which the library reads as part of a value. */
const OTHER_LINE_END = /\r(?!\n)|[\u0085\u2028\u2029]/;

/**
 * Reads the YAML block at the head of a SKILL.md. Refused is what readers disagree on: aliases (which also let a small file
 * grow without bound), merge keys, unknown tags, a key that stands twice or is no scalar, unusual line ends, and text that
 * is not well-formed Unicode.
 */
export function readFrontmatter(text: string): Frontmatter {
  const match = BLOCK.exec(text);
  if (match === null) return { kind: OPENING.test(text) ? 'invalid' : 'missing' };
  const fields = parseFields(match[1] ?? '');
  return fields === undefined ? { kind: 'invalid' } : { kind: 'present', fields };
}

function parseFields(block: string): Readonly<Record<string, unknown>> | undefined {
  if (Buffer.byteLength(block) > MAX_FRONTMATTER_BYTES || OTHER_LINE_END.test(block)) return undefined;
  try {
    // What composes values calls itself for each level, and near the end of the stack V8 ends the process if it has to
    // compile a regular expression there. What splits the text into tokens does not.
    const tokens = [...new Parser().parse(block)];
    if (isTooDeep(tokens)) return undefined;
    // The library's own check of keys takes quadratic time.
    const composer = new Composer({ schema: 'core', uniqueKeys: false });
    const [document, ...more] = composer.compose(tokens, true, block.length);
    if (document === undefined || more.length > 0 || hasUnclearKeys(document)) return undefined;
    if (document.errors.length > 0 || document.warnings.length > 0) return undefined;
    const fields: unknown = document.toJS({ maxAliasCount: 0 });
    return isRecord(fields) && isWellFormed(fields) ? fields : undefined;
  } catch {
    // An alias, or whatever else the library gives up on.
    return undefined;
  }
}

function isTooDeep(documents: readonly CST.Token[]): boolean {
  let level = documents;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_JSON_DEPTH) return true;
    level = level.flatMap(membersOf);
  }
  return false;
}

function membersOf(token: CST.Token): CST.Token[] {
  if (token.type === 'document') return token.value === undefined ? [] : [token.value];
  const items: readonly CST.CollectionItem[] = 'items' in token ? token.items : [];
  return items.flatMap(({ key, value }) => [key, value]).filter((member) => member !== undefined && member !== null);
}

function hasUnclearKeys(document: Document): boolean {
  let unclear = false;
  visit(document, {
    Map: (_, { items }) => {
      const keys = items.map(({ key }) => (isScalar(key) ? String(key.value) : '<<'));
      unclear = keys.includes('<<') || new Set(keys).size < keys.length;
      return unclear ? visit.BREAK : undefined;
    },
  });
  return unclear;
}

/** The escapes of a quoted text can write half a surrogate pair, which no canonical JSON can hold. */
function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, member]) => key.isWellFormed() && isWellFormed(member));
}
