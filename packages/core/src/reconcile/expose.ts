// SPDX-License-Identifier: Apache-2.0
import { CountersignError, isCountersignError } from '../errors/index.js';
import type { Exposure, HostAdapter } from '../exposure/host-adapter.js';
import type { Digest } from '../ids.js';
import type { SkillStore, SkillTree } from '../skill-store/skill-store.js';
import type { IdentifiedWorkspace } from '../workspace/workspace.js';
import type { Proposal } from './install-state.js';
import type { ReconcileParts } from './reconcile-parts.js';

type ExposeParts = Pick<ReconcileParts, 'hosts' | 'skillStore'>;

export function exposureOf({ folder, manifestDigest }: Proposal, workspace: IdentifiedWorkspace): Exposure {
  return { workspace, folder, digest: manifestDigest };
}

/** The agreed hosts that this stack has. */
export function installedHosts({ hosts }: ExposeParts, proposal: Proposal): readonly HostAdapter[] {
  return proposal.hosts.flatMap((hostId) => hosts.get(hostId) ?? []);
}

/**
 * Puts a skill at every agreed host, in place of the old version if there is one. All places are looked at before the first
 * is changed, and what was put is taken out again when a later host fails: a failed install exposes nothing.
 * @throws `host-unknown`, `exposure-conflict`, `exposure-drifted`, and what the hosts throw
 */
export async function exposeAtAll(
  parts: ExposeParts,
  proposal: Proposal,
  old: Proposal | undefined,
  workspace: IdentifiedWorkspace,
): Promise<void> {
  const hosts = proposal.hosts.map((hostId) => requireHost(parts, hostId));
  const tree = await parts.skillStore.open(proposal.manifestDigest);
  const exposure = exposureOf(proposal, workspace);
  for (const host of hosts) await requireFree(host, exposure, tree);

  const applied: HostAdapter[] = [];
  try {
    for (const host of hosts) {
      if (old !== undefined && !staysInPlace(old, proposal)) await withdraw(parts, host, old, workspace);
      await host.apply(exposure, tree);
      applied.push(host);
    }
  } catch (error) {
    for (const host of applied) await host.revert(exposure, tree).catch(() => undefined);
    throw error;
  }
}

/** Takes a skill out of every agreed host that this stack has; what was edited is kept aside. */
export async function withdrawFromAll(
  parts: ExposeParts,
  proposal: Proposal,
  workspace: IdentifiedWorkspace,
): Promise<void> {
  for (const host of installedHosts(parts, proposal)) await withdraw(parts, host, proposal, workspace);
}

async function withdraw(
  { skillStore }: ExposeParts,
  host: HostAdapter,
  proposal: Proposal,
  workspace: IdentifiedWorkspace,
): Promise<void> {
  if (!proposal.hosts.includes(host.hostId)) return;
  await host.revert(exposureOf(proposal, workspace), await openOrStandIn(skillStore, proposal.manifestDigest));
}

/** Somebody else's folder is a conflict. Ours of another version is not: it is about to be replaced. */
async function requireFree(host: HostAdapter, exposure: Exposure, tree: SkillTree): Promise<void> {
  const { kind } = await host.inspect(exposure, tree, { depth: 'quick' });
  if (kind === 'foreign') throw new CountersignError('exposure-conflict');
}

/** Where the very same bytes stay under the same name, so does the folder. */
function staysInPlace(old: Proposal, next: Proposal): boolean {
  return old.manifestDigest === next.manifestDigest && old.folder === next.folder;
}

/**
 * A tree whose bytes are lost, for taking out what stands at a host: with nothing to compare, every file there counts as
 * edited and is kept aside.
 */
async function openOrStandIn(skillStore: SkillStore, digest: Digest): Promise<SkillTree> {
  try {
    return await skillStore.open(digest);
  } catch (error) {
    if (!isCountersignError(error, 'store-bytes-missing') && !isCountersignError(error, 'store-bytes-altered'))
      throw error;
    return {
      digest,
      manifest: { schema: 'countersign/manifest/v1', files: [] },
      read: () => {
        throw new CountersignError('store-bytes-missing');
      },
    };
  }
}

function requireHost({ hosts }: ExposeParts, hostId: Proposal['hosts'][number]): HostAdapter {
  const host = hosts.get(hostId);
  if (host === undefined) throw new CountersignError('host-unknown', { details: { host: hostId } });
  return host;
}
