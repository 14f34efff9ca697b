// SPDX-License-Identifier: Apache-2.0
import { parseCapabilityId, type CatalogEntry, type MaterialReference, type Pin } from '@countersign/core';
import { CliError } from '../cli-error.js';

/** What people say of an entry on the command line. */
export interface EntryWords {
  readonly id?: string;
  readonly title?: string;
  readonly trigger?: readonly string[];
  readonly language?: readonly string[];
  readonly publisher?: string;
  readonly folder?: string;
}

export interface EntryFacts {
  readonly pin: Pin;
  readonly material: MaterialReference;
  /** Folder at the hosts, where the command line does not name one. */
  readonly folder: string;
  readonly publisher: string;
}

const MAX_TITLE = 200;
const MAX_DESCRIPTION = 2000;

/**
 * A catalog entry. What people wrote of an entry with the same id stays, unless they say otherwise now; the description
 * always comes from the bytes. Pure.
 * @throws `identifier-invalid`; `id-taken` when the same id stands for material of another origin
 */
export function newEntry(present: readonly CatalogEntry[], words: EntryWords, facts: EntryFacts): CatalogEntry {
  const { pin, material } = facts;
  const id = parseCapabilityId((words.id ?? words.folder ?? facts.folder).normalize('NFC'));
  const old = present.find((entry) => entry.id === id);
  if (old !== undefined && words.id === undefined && originOf(old.material) !== originOf(material)) {
    throw new CliError('id-taken', { details: { id } });
  }
  const folder = words.folder ?? old?.folder ?? facts.folder;
  return {
    id,
    kind: 'skill',
    title: words.title ?? old?.title ?? cut(pin.report.name ?? folder, MAX_TITLE),
    description: cut((pin.report.description ?? '').trim(), MAX_DESCRIPTION),
    triggers: words.trigger ?? old?.triggers ?? [],
    languages: words.language ?? old?.languages ?? [],
    publisher: words.publisher ?? old?.publisher ?? facts.publisher,
    folder: folder.normalize('NFC'),
    material,
    manifestDigest: pin.manifestDigest,
  };
}

/** Two versions of one package have one origin. */
function originOf(material: MaterialReference): string {
  return `${material.scheme}:${material['package'] ?? material['path'] ?? ''}`;
}

/** A cut through a character leaves half of it. */
function cut(text: string, length: number): string {
  return text.slice(0, length).toWellFormed();
}
