// SPDX-License-Identifier: Apache-2.0
import MiniSearch, { type SearchResult } from 'minisearch';
import type { Catalog, CatalogEntry } from './catalog.js';
import { isDeeplyFrozen } from '../deep-freeze.js';
import type { CapabilityMatcher, Match, MatchReason, Task } from './matcher.js';
import { contentWords } from './words.js';

/** Longer tasks are cut: the first lines tell what is wanted, and a prompt hook must stay quick. */
const MAX_TASK_CHARACTERS = 8192;
/** Without a trigger, at least so many words must match, and they must be half of those that carry meaning. */
const MIN_WORDS = 2;
const MIN_COVERAGE = 0.5;

interface IndexedEntry {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly triggers: string;
}

/** Full-text ranking by MiniSearch (BM25+), and two plain rules for what counts as relevant at all. */
export class SearchMatcher implements CapabilityMatcher {
  readonly #indexes = new WeakMap<Catalog, MiniSearch<IndexedEntry>>();

  match({ task, language }: Task, catalog: Catalog): readonly Match[] {
    const words = [...new Set(contentWords(task.slice(0, MAX_TASK_CHARACTERS)))];
    if (words.length === 0) return [];
    const found = new Map(
      this.#index(catalog)
        .search(words.join(' '))
        .map((result) => [String(result.id), result]),
    );
    return catalog.entries
      .flatMap((entry): Match[] => {
        const result = found.get(entry.id);
        const reasons = result === undefined ? [] : reasonsFor(entry, result, words, language);
        return result === undefined || reasons.length === 0 ? [] : [{ entry, score: result.score, reasons }];
      })
      .sort((a, b) => b.score - a.score || (a.entry.id < b.entry.id ? -1 : 1));
  }

  #index(catalog: Catalog): MiniSearch<IndexedEntry> {
    const known = this.#indexes.get(catalog);
    if (known !== undefined) return known;
    const index = new MiniSearch<IndexedEntry>({
      fields: ['title', 'description', 'triggers'],
      tokenize: contentWords,
      processTerm: (term) => term,
      searchOptions: { boost: { triggers: 3, title: 2 }, prefix: (term) => term.length >= 4 },
    });
    index.addAll(
      catalog.entries.map(({ id, title, description, triggers }) => ({
        id,
        title,
        description,
        triggers: triggers.join('\n'),
      })),
    );
    if (isDeeplyFrozen(catalog)) this.#indexes.set(catalog, index);
    return index;
  }
}

/** Empty when the entry is not relevant. */
function reasonsFor(
  entry: CatalogEntry,
  result: SearchResult,
  words: readonly string[],
  language?: string,
): MatchReason[] {
  const spoken = language?.toLowerCase();
  const languages = entry.languages.map((name) => name.toLowerCase());
  if (languages.length > 0 && spoken !== undefined && !languages.includes(spoken)) return [];

  const triggers = entry.triggers.filter((trigger) => {
    const needed = contentWords(trigger);
    return needed.length > 0 && needed.every((word) => words.includes(word));
  });
  const matched = result.queryTerms;
  const covered = matched.length >= MIN_WORDS && matched.length >= words.length * MIN_COVERAGE;
  if (triggers.length === 0 && !covered) return [];

  return [
    ...triggers.map((trigger) => ({ kind: 'trigger', trigger }) as const),
    { kind: 'words', words: [...matched].sort(), of: words.length },
    ...(spoken !== undefined && languages.includes(spoken) ? [{ kind: 'language', language: spoken } as const] : []),
  ];
}
