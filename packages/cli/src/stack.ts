// SPDX-License-Identifier: Apache-2.0
import {
  agentHosts,
  compose,
  fileCatalog,
  fileSystem,
  localMaterial,
  parseHostId,
  stateLayout,
  type HostId,
  type Runtime,
} from '@countersign/core';
import { npmMaterial } from '@countersign/material-npm';
import { sqliteStore } from '@countersign/store-sqlite';
import { ed25519Verifier } from '@countersign/verifier-ed25519';
import type { CommandContext } from './command.js';
import { readApprovers, trustedKey, type Approver } from './home/approvers.js';
import { requireConfig } from './home/config.js';

/** A runtime over this user's home, and what it was made from. */
export interface Stack {
  readonly runtime: Runtime;
  readonly approvers: readonly Approver[];
  /** Asks where the command line names no host. */
  readonly firstHost: HostId;
}

/**
 * Composes the stack, runs `work`, and closes the stack whatever happens. Without any approver no verifier is listed:
 * Countersign then recommends, since nobody could answer a challenge.
 * @throws `not-initialised`, `configuration-invalid`, `home-unsafe`, `close-failed`
 */
export async function withStack<T>(
  { home, place }: Pick<CommandContext, 'home' | 'place'>,
  work: (stack: Stack) => Promise<T>,
): Promise<T> {
  const { audience, hosts } = await requireConfig(home);
  const approvers = await readApprovers(home);
  const runtime = compose({
    plugins: [
      sqliteStore({ file: stateLayout(home.state).journal }),
      fileSystem({ stateFolder: home.state }),
      agentHosts({ stateFolder: home.state, hosts }),
      ...(approvers.length === 0 ? [] : [ed25519Verifier({ keys: approvers.map(trustedKey) })]),
      npmMaterial({ cacheFolder: home.npmCache }),
      localMaterial({ baseFolder: place.catalogFolder }),
      fileCatalog({ file: place.catalogFile }),
    ],
    config: { audience },
  });
  let result: T;
  try {
    result = await work({ runtime, approvers, firstHost: parseHostId(hosts[0]) });
  } catch (thrown) {
    // What went wrong first is what the person has to know.
    await runtime.close().catch(() => undefined);
    throw thrown;
  }
  await runtime.close();
  return result;
}
