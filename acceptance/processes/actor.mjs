// SPDX-License-Identifier: Apache-2.0
// One process of a scene: composes a real stack from the built packages, does one thing, prints one JSON line.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DirectorySource,
  agentHosts,
  compose,
  fileCatalog,
  fileSystem,
  parseHostId,
  parseInstant,
  tokens,
} from '@countersign/core';
import { killAt } from '@countersign/core/testing';
import { sqliteStore } from '@countersign/store-sqlite';
import { decodeHmacKey, hmacVerifier } from '@countersign/verifier-hmac';

/**
 * @typedef {object} Orders
 * @property {string} folder
 * @property {string} key
 * @property {string} now
 * @property {string} [killAt]
 * @property {string} [startFile] say `ready` on standard error and wait for this file, so that several processes begin together
 * @property {{ host: string, task: string, assertion?: string }} [reconcile]
 * @property {{ wire: string, times: number }} [submit]
 */

/** @type {Orders} */
const orders = JSON.parse(readFileSync(0, 'utf8'));
const { folder } = orders;
const stateFolder = join(folder, 'state');
const workspace = /** @type {const} */ ({ scope: 'project', root: join(folder, 'workspace') });
const directory = new DirectorySource(join(folder, 'skills'));

const runtime = compose({
  plugins: [
    sqliteStore({ file: join(stateFolder, 'journal.sqlite') }),
    fileSystem({ stateFolder }),
    agentHosts({ stateFolder, hosts: ['claude-code', 'codex'] }),
    hmacVerifier({ keys: [{ ...decodeHmacKey(orders.key), status: { kind: 'active' } }] }),
    fileCatalog({ file: join(folder, 'catalog.json') }),
    {
      name: 'actor',
      register(registry) {
        registry.bind(tokens.clock, () => ({ now: () => parseInstant(orders.now) }));
        if (orders.killAt !== undefined) {
          const point = /** @type {import('@countersign/core').FaultPoint} */ (orders.killAt);
          registry.bind(tokens.faults, () => killAt(point));
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

if (orders.startFile !== undefined) {
  process.stderr.write('ready\n');
  while (!existsSync(orders.startFile)) await sleep(2);
}

/** @type {unknown} */
let answer;
if (orders.reconcile !== undefined) {
  const { host, task, assertion } = orders.reconcile;
  const request = { workspace, host: parseHostId(host), task, language: 'Python' };
  answer = await runtime.reconcile(assertion === undefined ? request : { ...request, assertion });
} else if (orders.submit !== undefined) {
  const { wire, times } = orders.submit;
  const submissions = Array.from({ length: times }, () => runtime.consent.submit(wire, { workspace }));
  answer = (await Promise.all(submissions)).map(({ kind }) => kind);
}
await runtime.close();
process.stdout.write(`${JSON.stringify(answer)}\n`);
