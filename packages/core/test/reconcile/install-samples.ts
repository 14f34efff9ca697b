// SPDX-License-Identifier: Apache-2.0
import { parseCapabilityId, parseDigest, parseHostId, parseWorkspaceId } from '../../src/ids.js';
import type { Proposal } from '../../src/reconcile/install-state.js';

export const proposal: Proposal = {
  workspaceId: parseWorkspaceId('ws-sample'),
  capabilityId: parseCapabilityId('sample'),
  generation: 1,
  title: 'Sample',
  folder: 'sample',
  material: { scheme: 'directory', path: 'sample' },
  manifestDigest: parseDigest('a'.repeat(64)),
  releaseRoot: parseDigest('b'.repeat(64)),
  policyDigest: parseDigest('c'.repeat(64)),
  scope: 'project',
  hosts: [parseHostId('claude-code')],
  replaces: null,
};

export const challenge = parseDigest('d'.repeat(64));
