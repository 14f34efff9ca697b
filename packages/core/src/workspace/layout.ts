// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';

/** The places of a state folder. Each is made by the part that owns it, on its first write. */
export interface StateLayout {
  readonly folder: string;
  /** The embedded journal: one SQLite file, with SQLite's own files beside it. */
  readonly journal: string;
  /** Staged, published and quarantined trees of the skill store. */
  readonly skills: string;
  /** One record per workspace that asked for something, and the salt of their names. */
  readonly workspaces: string;
  /** What was put at which host, so that nothing else is ever taken for ours. */
  readonly ledger: string;
  /** What people had edited where `revert` took a skill out, each time in a folder of its own. */
  readonly keptAside: string;
}

/** Decides where everything lies in a state folder. Touches no disk. */
export function stateLayout(folder: string): StateLayout {
  return {
    folder,
    journal: join(folder, 'journal.sqlite'),
    skills: join(folder, 'skills'),
    workspaces: join(folder, 'workspaces'),
    ledger: join(folder, 'ledger'),
    keptAside: join(folder, 'kept-aside'),
  };
}
