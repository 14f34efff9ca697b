// SPDX-License-Identifier: Apache-2.0
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { DirectorySource, agentHosts, compose, fileCatalog, fileSystem, parseInstant, tokens } from '@countersign/core';
import { killAt } from '@countersign/core/testing';
import { sqliteStore } from '@countersign/store-sqlite';
import { decodeHmacKey, hmacVerifier } from '@countersign/verifier-hmac';

/**
 * The stack that every process of a scene has. Opening the material leaves a line in a file, so that it is counted over
 * all of them.
 * @param {{ folder: string, key: string, now: string, killAt?: string }} options
 * @returns {import('@countersign/core').Runtime}
 */
export function composeActor({ folder, key, now, killAt: point }) {
  const stateFolder = join(folder, 'state');
  const directory = new DirectorySource(join(folder, 'skills'));
  return compose({
    plugins: [
      sqliteStore({ file: join(stateFolder, 'journal.sqlite') }),
      fileSystem({ stateFolder }),
      agentHosts({ stateFolder, hosts: ['claude-code', 'codex'] }),
      hmacVerifier({ keys: [{ ...decodeHmacKey(key), status: { kind: 'active' } }] }),
      fileCatalog({ file: join(folder, 'catalog.json') }),
      {
        name: 'actor',
        register(registry) {
          registry.bind(tokens.clock, () => ({ now: () => parseInstant(now) }));
          if (point !== undefined) {
            registry.bind(tokens.faults, () => killAt(/** @type {import('@countersign/core').FaultPoint} */ (point)));
          }
          registry.bindMany(tokens.materialSources, 'directory', () => ({
            scheme: 'directory',
            open(reference, options) {
              appendFileSync(join(folder, 'opened.log'), 'opened\n');
              return directory.open(reference, options);
            },
          }));
        },
      },
    ],
    config: { audience: 'acceptance-tests', lockWaitMs: 60_000 },
  });
}
