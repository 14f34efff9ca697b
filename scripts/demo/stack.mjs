// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  agentHosts,
  compose,
  fileCatalog,
  fileSystem,
  localMaterial,
  parsePrincipalId,
  stateLayout,
  tokens,
} from '@countersign/core';
import { npmMaterial } from '@countersign/material-npm';
import { sqliteStore } from '@countersign/store-sqlite';
import { ed25519Verifier, parsePublicKey } from '@countersign/verifier-ed25519';

/**
 * The stack that the command line composes, put together by hand over the same home, so that a part of it can be made to fail.
 * @param {string} home
 * @param {string} project
 * @param {import('@countersign/core').FaultInjector} faults
 */
export async function composeOver(home, project, faults) {
  /** @type {{ audience: string, hosts: import('@countersign/core').KnownHost[] }} */
  const config = JSON.parse(await readFile(join(home, 'config.json'), 'utf8'));
  /** @type {{ approvers: { publicKey: string, principal: string }[] }} */
  const { approvers } = JSON.parse(await readFile(join(home, 'approvers.json'), 'utf8'));
  const stateFolder = join(home, 'state');
  return compose({
    plugins: [
      sqliteStore({ file: stateLayout(stateFolder).journal }),
      fileSystem({ stateFolder }),
      agentHosts({ stateFolder, hosts: config.hosts }),
      ed25519Verifier({
        keys: approvers.map(({ publicKey, principal }) => ({
          publicKey: parsePublicKey(publicKey),
          principal: parsePrincipalId(principal),
          status: { kind: 'active' },
        })),
      }),
      npmMaterial({ cacheFolder: join(home, 'npm-cache') }),
      localMaterial({ baseFolder: project }),
      fileCatalog({ file: join(project, 'countersign.catalog.json') }),
      { name: 'faults', register: (registry) => registry.bind(tokens.faults, () => faults) },
    ],
    config: { audience: config.audience },
  });
}
