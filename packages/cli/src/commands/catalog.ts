// SPDX-License-Identifier: Apache-2.0
import {
  ArchiveSource,
  DEFAULT_MATERIAL_LIMITS,
  DirectorySource,
  releaseRoot,
  totalBytes,
  withEntry,
  type Catalog,
  type CatalogEntry,
  type MaterialSource,
} from '@countersign/core';
import { NpmSource } from '@countersign/material-npm';
import { chooseSkills, findSkills, type SkillChoice } from '../catalog/find-skills.js';
import { newEntry, type EntryWords } from '../catalog/new-entry.js';
import { materialAt, readReference, type FoundMaterial } from '../catalog/read-reference.js';
import { writeCatalog } from '../catalog/write-catalog.js';
import type { CommandContext, CommandResult } from '../command.js';
import { EXIT } from '../exit-codes.js';
import { byteSize, count, shortDigest } from '../screen/plain-text.js';
import { table } from '../screen/table.js';
import { withStack, type Stack } from '../stack.js';

export interface CatalogAddOptions extends SkillChoice, EntryWords {
  readonly reference: string;
}

interface Added {
  readonly entry: CatalogEntry;
  readonly files: number;
  readonly bytes: number;
  readonly problems: readonly string[];
  /** The digest that the entry pinned before. */
  readonly replaced: string | null;
}

/** Pins skills in the catalog. A pin proposes and installs nothing; of several, all are added or none. */
export async function catalogAdd(context: CommandContext, options: CatalogAddOptions): Promise<CommandResult> {
  return await withStack(context, async (stack) => {
    const found = await context.progress('Looking up', () => readReference(options.reference, context));
    const before = await stack.runtime.catalog.current();
    const { catalog, added } = await context.progress('Fetching and checking', async () => {
      const paths = await choosePaths(found, options, context);
      return await addAll(paths, found, before, options, context, stack);
    });
    await writeCatalog(context.place.catalogFile, catalog);
    const release = releaseRoot(catalog);
    return {
      document: { schema: 'countersign/catalog-add/v1', release, added },
      text: [
        ...added.map(describe),
        `The catalog has ${count(catalog.entries.length, 'skill')} now; release ${release}.`,
      ].join('\n'),
      exitCode: EXIT.done,
    };
  });
}

async function choosePaths({ reference }: FoundMaterial, choice: SkillChoice, { home, place, signal }: CommandContext) {
  if (choice.path !== undefined) return [choice.path];
  const base = place.catalogFolder;
  const sources = [new DirectorySource(base), new ArchiveSource(base), new NpmSource({ cacheFolder: home.npmCache })];
  const byScheme = new Map(sources.map((source: MaterialSource) => [source.scheme, source]));
  return chooseSkills(await findSkills(byScheme, reference, { limits: DEFAULT_MATERIAL_LIMITS, signal }), choice);
}

async function addAll(
  paths: readonly string[],
  { reference, rootName, publisher }: FoundMaterial,
  before: Catalog,
  words: EntryWords,
  { signal }: CommandContext,
  { runtime }: Stack,
): Promise<{ catalog: Catalog; added: readonly Added[] }> {
  let catalog = before;
  const added: Added[] = [];
  for (const path of paths) {
    const material = materialAt(reference, path);
    const ownFolder = path === '.' ? undefined : path.slice(path.lastIndexOf('/') + 1);
    const pin = await runtime.catalog.pin(material, words.folder ?? ownFolder ?? rootName, signal);
    // A folder of this machine is named by whoever made the skill; the root of a package is not.
    const rootFolder = reference.scheme === 'directory' ? rootName : (pin.report.name ?? rootName);
    const entry = newEntry(catalog.entries, words, { pin, material, folder: ownFolder ?? rootFolder, publisher });
    const old = catalog.entries.find(({ id }) => id === entry.id);
    catalog = withEntry(catalog, entry);
    const { manifest, report } = pin;
    const replaced = old?.manifestDigest ?? null;
    added.push({
      entry,
      files: manifest.files.length,
      bytes: totalBytes(manifest),
      problems: report.problems,
      replaced,
    });
  }
  return { catalog, added };
}

function describe({ entry, files, bytes, problems, replaced }: Added): string {
  const before =
    replaced === null ? '' : replaced === entry.manifestDigest ? ', as before' : `, ${shortDigest(replaced)} before`;
  const broken =
    problems.length === 0 ? '' : `\n  breaks rules of the Agent Skills specification: ${problems.join(', ')}`;
  return `${entry.id}: ${count(files, 'file')}, ${byteSize(bytes)}, content ${shortDigest(entry.manifestDigest)}${before}${broken}`;
}

export async function catalogList(context: CommandContext): Promise<CommandResult> {
  return await withStack(context, async ({ runtime }) => {
    const catalog = await runtime.catalog.current();
    const rows = catalog.entries.map(({ id, title, publisher, manifestDigest }) => [
      id,
      title,
      publisher,
      shortDigest(manifestDigest),
    ]);
    return {
      document: { schema: 'countersign/catalog-list/v1', release: releaseRoot(catalog), entries: catalog.entries },
      text:
        rows.length === 0
          ? 'The catalog is empty.'
          : table([{ clipped: 'Id' }, { clipped: 'Title' }, { clipped: 'Publisher' }, 'Content'], rows, context.style),
      exitCode: EXIT.done,
    };
  });
}
