// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { JsonValue } from '../canonical-json.js';
import { digestOf } from '../digest.js';
import { CountersignError } from '../errors/index.js';
import { parseCapabilityId, type CapabilityId, type Digest } from '../ids.js';
import type { MaterialReference } from '../material/material-source.js';
import { deepFreeze, isDeeplyFrozen } from '../deep-freeze.js';

/** One capability that may be asked for: what it is, where its bytes are, and which bytes they must be. */
export interface CatalogEntry {
  readonly id: CapabilityId;
  readonly kind: 'skill';
  readonly title: string;
  readonly description: string;
  /** Phrases; a task that contains every word of one is relevant. */
  readonly triggers: readonly string[];
  /** Programming languages it is for, empty for any. */
  readonly languages: readonly string[];
  readonly publisher: string;
  /** Folder name at the hosts; the Agent Skills specification wants it to equal the skill's name. */
  readonly folder: string;
  readonly material: MaterialReference;
  /** The pin. */
  readonly manifestDigest: Digest;
}

/** A pinned list of capabilities, sorted by id. Its digest is the release root. */
export interface Catalog {
  readonly schema: 'countersign/catalog/v1';
  readonly entries: readonly CatalogEntry[];
}

/** Bytes of a catalog file. */
export const MAX_CATALOG_BYTES = 4 * 1024 * 1024;

const entryShape = z.strictObject({
  id: z.string().transform(parseCapabilityId),
  kind: z.literal('skill'),
  title: z.string().min(1).max(200),
  description: z.string().max(2000),
  triggers: z.array(z.string().min(1).max(200)).max(100),
  languages: z.array(z.string().min(1).max(64)).max(100),
  publisher: z.string().min(1).max(200),
  // A leading letter or digit keeps out dotfiles; a trailing dot is dropped by some file systems.
  folder: z.string().regex(/^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}._-]{0,62}[\p{L}\p{N}\p{M}_-])?$/u),
  material: z.object({ scheme: z.string().regex(/^[a-z][a-z0-9-]*$/) }).catchall(z.string()),
  manifestDigest: z.string().regex(/^[0-9a-f]{64}$/),
});

const catalogShape = z.strictObject({
  schema: z.literal('countersign/catalog/v1'),
  entries: z.array(entryShape).max(10_000),
});

export const emptyCatalog: Catalog = createCatalog([]);

/** Reads a catalog from its JSON value, deeply frozen. @throws `shape-invalid`, `identifier-invalid`, `capability-duplicate` */
export function readCatalog(value: JsonValue): Catalog {
  const parsed = catalogShape.safeParse(value);
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join('.') ?? '';
    throw new CountersignError('shape-invalid', { details: { document: 'catalog', field } });
  }
  return createCatalog(parsed.data.entries as unknown as CatalogEntry[]);
}

/**
 * Sorts copies of the entries, and refuses two with one id or, ignoring case, one folder. The catalog is deeply frozen: what
 * its root says of it stays so.
 * @throws `capability-duplicate`
 */
export function createCatalog(entries: readonly CatalogEntry[]): Catalog {
  const sorted = entries.map(copyOf).sort((a, b) => Buffer.compare(Buffer.from(a.id), Buffer.from(b.id)));
  const folders = new Set(sorted.map(({ folder }) => folder.normalize('NFC').toLowerCase()));
  const ids = new Set(sorted.map(({ id }) => id));
  if (ids.size !== sorted.length || folders.size !== sorted.length) throw new CountersignError('capability-duplicate');
  return deepFreeze({ schema: 'countersign/catalog/v1', entries: sorted });
}

function copyOf(entry: CatalogEntry): CatalogEntry {
  const { triggers, languages, material } = entry;
  return { ...entry, triggers: [...triggers], languages: [...languages], material: { ...material } };
}

/** The catalog with one entry added, or put in place of the entry with the same id. @throws `capability-duplicate` */
export function withEntry(catalog: Catalog, entry: CatalogEntry): Catalog {
  return createCatalog([...catalog.entries.filter(({ id }) => id !== entry.id), entry]);
}

const roots = new WeakMap<Catalog, Digest>();

/**
 * The release root: digest of the whole catalog. Needed for every prompt, so it is computed once for an object that cannot
 * change any more; one that can is hashed each time.
 */
export function releaseRoot(catalog: Catalog): Digest {
  const known = roots.get(catalog);
  if (known !== undefined) return known;
  const root = digestOf('catalog', catalog as unknown as JsonValue);
  if (isDeeplyFrozen(catalog)) roots.set(catalog, root);
  return root;
}

export function findEntry(catalog: Catalog, id: CapabilityId): CatalogEntry | undefined {
  return catalog.entries.find((entry) => entry.id === id);
}
