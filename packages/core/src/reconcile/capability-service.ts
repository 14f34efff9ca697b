// SPDX-License-Identifier: Apache-2.0
import { CountersignError } from '../errors/index.js';
import type { HostAdapter, Inspection, InspectOptions, KeptAside } from '../exposure/host-adapter.js';
import type { CapabilityId, Digest, HostId } from '../ids.js';
import type { SkillVerification } from '../skill-store/skill-store.js';
import type { IdentifiedWorkspace, Workspace } from '../workspace/workspace.js';
import { readCapabilities, type CapabilityView } from './attempts.js';
import { exposureOf } from './carry-out.js';
import type { InstallState, Proposal } from './install-state.js';
import type { ReconcileParts } from './reconcile-parts.js';

/** One capability of a workspace as the journal tells it. */
export interface CapabilityStatus {
  readonly capabilityId: CapabilityId;
  /** State of the newest attempt. */
  readonly state: InstallState['kind'];
  readonly generation: number;
  readonly proposal: Proposal;
  /** The digest that is exposed, null when none is. */
  readonly active: Digest | null;
  /** What the newest attempt waits for, null when it waits for nobody. */
  readonly challenge: Digest | null;
}

/** What stands at one host, or in the store when `host` is null. */
export type CapabilityProof =
  | {
      readonly kind: 'host';
      readonly capabilityId: CapabilityId;
      readonly host: HostId;
      readonly inspection: Inspection;
    }
  | { readonly kind: 'store'; readonly capabilityId: CapabilityId; readonly verification: SkillVerification };

export interface Repair {
  readonly host: HostId;
  /** What was edited and is kept aside, undefined when nothing was. */
  readonly kept: KeptAside | undefined;
}

/** Looking at capabilities, and putting agreed bytes back. */
export class CapabilityService {
  readonly #parts: ReconcileParts;

  constructor(parts: ReconcileParts) {
    this.#parts = parts;
  }

  /** Every capability that the workspace ever asked for. @throws `workspace-missing`, `corrupt` */
  async status(workspace: Workspace): Promise<readonly CapabilityStatus[]> {
    const identified = await this.#parts.identity.find(workspace);
    if (identified === undefined) return [];
    return (await readCapabilities(this.#parts.journal, identified.id)).flatMap(statusOf);
  }

  /**
   * Proves what is active, at every host that was agreed to; with `full` every byte is hashed, in the skill store too.
   * @throws `workspace-missing`, `corrupt`, `exposure-unsafe`, `store-bytes-missing`
   */
  async *verify(workspace: Workspace, options: InspectOptions): AsyncGenerator<CapabilityProof> {
    const { identity, journal, skillStore } = this.#parts;
    const identified = await identity.find(workspace);
    if (identified === undefined) return;
    for (const { capabilityId, active } of await readCapabilities(journal, identified.id)) {
      if (active?.state.kind !== 'active') continue;
      const { proposal } = active.state;
      if (options.depth === 'full') {
        yield { kind: 'store', capabilityId, verification: await skillStore.verify(proposal.manifestDigest) };
      }
      const tree = await skillStore.open(proposal.manifestDigest);
      for (const host of this.#hosts(proposal)) {
        const inspection = await host.inspect(exposureOf(proposal, identified), tree, options);
        yield { kind: 'host', capabilityId, host: host.hostId, inspection };
      }
    }
  }

  /**
   * Restores the agreed bytes of an active capability at every host. Edits are kept aside and named; what Countersign did
   * not write is left alone.
   * @throws `capability-unknown`, `exposure-conflict`, `exposure-failed`, `busy`
   */
  async repair(workspace: Workspace, capabilityId: CapabilityId): Promise<readonly Repair[]> {
    const { identity, journal, lockWaitMs } = this.#parts;
    const identified = await identity.find(workspace);
    if (identified === undefined) throw new CountersignError('capability-unknown');
    const options = { ttlMs: 30_000, waitMs: lockWaitMs };
    return await journal.withLease(`workspace/${identified.id}`, options, async () => {
      const views = await readCapabilities(journal, identified.id);
      const active = views.find((view) => view.capabilityId === capabilityId)?.active?.state;
      if (active?.kind !== 'active') throw new CountersignError('capability-unknown');
      return await this.#restore(active.proposal, identified);
    });
  }

  async #restore(proposal: Proposal, workspace: IdentifiedWorkspace): Promise<readonly Repair[]> {
    const tree = await this.#parts.skillStore.open(proposal.manifestDigest);
    const exposure = exposureOf(proposal, workspace);
    const repairs: Repair[] = [];
    for (const host of this.#hosts(proposal)) {
      const { kind } = await host.inspect(exposure, tree, { depth: 'full' });
      const kept = kind === 'drifted' ? await host.revert(exposure, tree) : undefined;
      if (kind !== 'intact') await host.apply(exposure, tree);
      repairs.push({ host: host.hostId, kept });
    }
    return repairs;
  }

  #hosts({ hosts }: Proposal): readonly HostAdapter[] {
    return hosts.flatMap((hostId) => this.#parts.hosts.get(hostId) ?? []);
  }
}

function statusOf({ capabilityId, pointer, latest, active }: CapabilityView): CapabilityStatus[] {
  const { state } = latest;
  if (state.kind === 'none') return [];
  return [
    {
      capabilityId,
      state: state.kind,
      generation: pointer.latest,
      proposal: state.proposal,
      active: active?.state.kind === 'active' ? active.state.proposal.manifestDigest : null,
      challenge: state.kind === 'awaiting' ? state.challenge : null,
    },
  ];
}
