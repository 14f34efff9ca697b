// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import {
  agentHosts,
  compose,
  fileSystem,
  fixedCatalog,
  localMaterial,
  stateLayout,
  type Catalog,
  type Runtime,
} from '@countersign/core';
import { sqliteStore } from '@countersign/store-sqlite';
import { ed25519Verifier, type TrustedEd25519Key } from '@countersign/verifier-ed25519';

export interface StackOptions {
  /** Where state lies; made on first use. */
  readonly stateFolder: string;
  /** Where the catalog's skill folders are. */
  readonly skillsFolder: string;
  readonly catalog: Catalog;
  /** People who may decide. */
  readonly approvers: readonly TrustedEd25519Key[];
}

// #region stack
/** The embedded default, every part listed by hand: what is not in this list cannot take part. */
export function embeddedStack({ stateFolder, skillsFolder, catalog, approvers }: StackOptions): Runtime {
  return compose({
    plugins: [
      sqliteStore({ file: stateLayout(stateFolder).journal }),
      fileSystem({ stateFolder }),
      localMaterial({ baseFolder: skillsFolder }),
      fixedCatalog(catalog),
      ed25519Verifier({ keys: approvers }),
      agentHosts({ stateFolder, hosts: ['claude-code', 'codex'] }),
    ],
    config: { audience: 'example-01-embedded' },
  });
}
// #endregion stack

/** The skill that this example admits, shipped beside it. */
export const SKILLS_FOLDER = join(import.meta.dirname, '..', 'skills');
