// SPDX-License-Identifier: Apache-2.0
// One process of a scene: composes a real stack from the built packages, does one thing, prints one JSON line.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseHostId } from '@countersign/core';
import { composeActor } from './compose-actor.mjs';

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
const workspace = /** @type {const} */ ({ scope: 'project', root: join(orders.folder, 'workspace') });
const runtime = composeActor(orders);

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
