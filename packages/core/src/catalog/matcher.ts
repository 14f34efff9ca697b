// SPDX-License-Identifier: Apache-2.0
import type { Catalog, CatalogEntry } from './catalog.js';

/** What an agent is about to do. Never stored. */
export interface Task {
  /** The prompt, or the part of it that tells the task. */
  readonly task: string;
  /** Programming language of the work, if known. */
  readonly language?: string;
}

/** Why a capability was ranked. */
export type MatchReason =
  /** The task holds every word of this trigger. */
  | { readonly kind: 'trigger'; readonly trigger: string }
  /** These words of the task, out of so many that carry meaning, are in the capability's texts. */
  | { readonly kind: 'words'; readonly words: readonly string[]; readonly of: number }
  | { readonly kind: 'language'; readonly language: string };

export interface Match {
  readonly entry: CatalogEntry;
  /** For ranking within one answer only. */
  readonly score: number;
  readonly reasons: readonly MatchReason[];
}

/** The port from a task to capabilities. Deterministic, offline, and without authority: a match only proposes. */
export interface CapabilityMatcher {
  /** Relevant capabilities, best first; ties by id. Empty when none is relevant. */
  match(task: Task, catalog: Catalog): readonly Match[];
}
