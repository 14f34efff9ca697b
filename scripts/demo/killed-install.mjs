// SPDX-License-Identifier: Apache-2.0
// Submits a signed decision and carries the install out, in a process that kills itself (SIGKILL) at the named border.
import { readFile } from 'node:fs/promises';
import { parseHostId } from '@countersign/core';
import { killAt } from '@countersign/core/testing';
import { composeOver } from './stack.mjs';

const [home = '', project = '', assertionFile = '', point = ''] = process.argv.slice(2);
const faultPoint = /** @type {import('@countersign/core').FaultPoint} */ (point);
const runtime = await composeOver(home, project, killAt(faultPoint));
const workspace = /** @type {const} */ ({ scope: 'project', root: project });
const assertion = await readFile(assertionFile);
await runtime.reconcile({ workspace, host: parseHostId('claude-code'), task: '', assertion });
await runtime.close();
