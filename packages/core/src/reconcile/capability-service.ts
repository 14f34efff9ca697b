// SPDX-License-Identifier: Apache-2.0
import { CountersignError, toCountersignError, type ErrorCode } from '../errors/index.js';
import type { Inspection, InspectOptions, KeptAside } from '../exposure/host-adapter.js';
import type { CapabilityId, Digest, HostId } from '../ids.js';
import type { SkillVerification } from '../skill-store/skill-store.js';
import type { IdentifiedWorkspace, Workspace } from '../workspace/workspace.js';
import { readWorkspace, type CapabilityView } from './attempts.js';
import { exposureOf, installedHosts } from './expose.js';
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

/** What one look found. */
export type CapabilityProof = { readonly capabilityId: CapabilityId } & (
  | { readonly kind: 'host'; readonly host: HostId; readonly inspection: Inspection }
  /** A host that was agreed to and that this stack has no adapter for: what stands there is not known. */
  | { readonly kind: 'host-missing'; readonly host: HostId }
  | { readonly kind: 'store'; readonly verification: SkillVerification }
  /** Its records, its bytes or a place could not be read. */
  | { readonly kind: 'unprovable'; readonly code: ErrorCode }
);

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

  /** Every capability that the workspace ever asked for, but for those whose records do not verify. @throws `workspace-missing` */
  async status(workspace: Workspace): Promise<readonly CapabilityStatus[]> {
    const identified = await this.#parts.identity.find(workspace);
    if (identified === undefined) return [];
    return (await readWorkspace(this.#parts.journal, identified.id)).capabilities.flatMap(statusOf);
  }

  /**
   * Proves what is active, at every host that was agreed to; with `full` every byte is hashed, in the skill store too. One
   * capability that cannot be proved holds up no other.
   * @throws `workspace-missing`
   */
  async *verify(workspace: Workspace, options: InspectOptions): AsyncGenerator<CapabilityProof> {
    const identified = await this.#parts.identity.find(workspace);
    if (identified === undefined) return;
    const { capabilities, unreadable } = await readWorkspace(this.#parts.journal, identified.id);
    for (const [capabilityId, code] of unreadable) yield { kind: 'unprovable', capabilityId, code };
    for (const { capabilityId, active } of capabilities) {
      if (active?.state.kind !== 'active') continue;
      try {
        yield* this.#prove(active.state.proposal, identified, options);
      } catch (error) {
        yield { kind: 'unprovable', capabilityId, code: toCountersignError(error).code };
      }
    }
  }

  /**
   * Restores the agreed bytes of an active or a half-exposed capability at every host. Edits are kept aside and named; what
   * Countersign did not write is left alone.
   * @throws `capability-unknown`, `exposure-conflict`, `exposure-failed`, `store-bytes-missing`, `busy`
   */
  async repair(workspace: Workspace, capabilityId: CapabilityId): Promise<readonly Repair[]> {
    const { identity, journal, lockWaitMs } = this.#parts;
    const identified = await identity.find(workspace);
    if (identified === undefined) throw new CountersignError('capability-unknown');
    const options = { ttlMs: 30_000, waitMs: lockWaitMs };
    return await journal.withLease(`workspace/${identified.id}`, options, async () => {
      const { capabilities } = await readWorkspace(journal, identified.id);
      const view = capabilities.find((candidate) => candidate.capabilityId === capabilityId);
      // A crash may have left a drifted copy before the exposure was on record.
      const state = view?.latest.state.kind === 'published' ? view.latest.state : view?.active?.state;
      if (state?.kind !== 'active' && state?.kind !== 'published') throw new CountersignError('capability-unknown');
      return await this.#restore(state.proposal, identified);
    });
  }

  async *#prove(
    proposal: Proposal,
    workspace: IdentifiedWorkspace,
    options: InspectOptions,
  ): AsyncGenerator<CapabilityProof> {
    const { skillStore, hosts } = this.#parts;
    const { capabilityId, manifestDigest } = proposal;
    if (options.depth === 'full') {
      yield { kind: 'store', capabilityId, verification: await skillStore.verify(manifestDigest) };
    }
    const tree = await skillStore.open(manifestDigest);
    for (const hostId of proposal.hosts) {
      const host = hosts.get(hostId);
      if (host === undefined) {
        yield { kind: 'host-missing', capabilityId, host: hostId };
        continue;
      }
      const inspection = await host.inspect(exposureOf(proposal, workspace), tree, options);
      yield { kind: 'host', capabilityId, host: hostId, inspection };
    }
  }

  async #restore(proposal: Proposal, workspace: IdentifiedWorkspace): Promise<readonly Repair[]> {
    const tree = await this.#parts.skillStore.open(proposal.manifestDigest);
    const exposure = exposureOf(proposal, workspace);
    const repairs: Repair[] = [];
    for (const host of installedHosts(this.#parts, proposal)) {
      const { kind } = await host.inspect(exposure, tree, { depth: 'full' });
      const kept = kind === 'drifted' ? await host.revert(exposure, tree) : undefined;
      if (kind !== 'intact') await host.apply(exposure, tree);
      repairs.push({ host: host.hostId, kept });
    }
    return repairs;
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
