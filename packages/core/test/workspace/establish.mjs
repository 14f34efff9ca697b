// SPDX-License-Identifier: Apache-2.0
// A process that the tests start, and sometimes kill: `<state folder> <workspace> [<fault point>]`.
import { once } from 'node:events';
import { FsWorkspaceIdentity, noFaults } from '@countersign/core';
import { killAt } from '@countersign/core/testing';

const [stateFolder = '', root = '', point] = process.argv.slice(2);
const faults = point === undefined ? noFaults : killAt(/** @type {import('@countersign/core').FaultPoint} */ (point));
process.send?.('ready');
await once(process, 'message');
const { id } = await new FsWorkspaceIdentity({ stateFolder, faults }).establish({ scope: 'project', root });
process.send?.(id);
process.disconnect();
