// SPDX-License-Identifier: Apache-2.0
import { findEntry, releaseRoot, type Catalog, type CatalogEntry } from '../catalog/catalog.js';
import type { Challenge } from '../consent/challenge.js';
import { requireChallenge } from '../consent/challenge-records.js';
import { digestOf } from '../digest.js';
import { CountersignError, toCountersignError, type ErrorCode } from '../errors/index.js';
import type { Inspection } from '../exposure/host-adapter.js';
import type { CapabilityId, Digest, HostId } from '../ids.js';
import type { Instant } from '../instant.js';
import type { StoredPolicy } from '../policy/policy-store.js';
import type { IdentifiedWorkspace } from '../workspace/workspace.js';
import { readCapabilities, type CapabilityView } from './attempts.js';
import { nextStep, type InstallStep } from './install-machine.js';
import type { ReconcileParts } from './reconcile-parts.js';
import type { ReconcileRequest } from './reconcile-request.js';
import { wishFor, type Wish } from './wish.js';

/** What stands at the asking host: its inspection, or why it could not be inspected. */
export type Proof = Inspection | { readonly kind: 'unprovable'; readonly code: ErrorCode };

export interface SurveyedCapability extends CapabilityView {
  readonly step: InstallStep;
  /** Of the active attempt; undefined when nothing is active. */
  readonly proof: Proof | undefined;
  /** What a person is asked to sign; undefined when nobody is asked. */
  readonly challenge: Challenge | undefined;
}

/** Everything that one `reconcile` decides from, read without changing anything. */
export interface Survey {
  readonly workspace: IdentifiedWorkspace | undefined;
  readonly policy: StoredPolicy;
  readonly catalog: Catalog;
  readonly capabilities: readonly SurveyedCapability[];
  readonly wishes: readonly { readonly entry: CatalogEntry; readonly wish: Wish }[];
  readonly epoch: Digest;
}

export interface SurveyOptions {
  readonly now: () => Instant;
  /** Capabilities whose pending challenge was superseded in this call: they are asked for again whatever the task is. */
  readonly reask: ReadonlySet<CapabilityId>;
}

export async function survey(
  parts: ReconcileParts,
  request: ReconcileRequest,
  { now, reask }: SurveyOptions,
): Promise<Survey> {
  const workspace = await parts.identity.find(request.workspace);
  const catalog = await parts.catalog();
  const policy = await parts.policy.current();
  const views = workspace === undefined ? [] : await readCapabilities(parts.journal, workspace.id);

  const situation = { now, policyDigest: policy.digest, releaseRoot: releaseRoot(catalog) };
  const capabilities: SurveyedCapability[] = [];
  for (const view of views) {
    const proof = workspace === undefined ? undefined : await prove(parts, workspace, view, request.host);
    const step = nextStep(view.latest.state, situation);
    const pending = step.kind === 'await' ? await requireChallenge(parts.journal, step.challenge) : undefined;
    capabilities.push({ ...view, step, proof, challenge: pending?.challenge });
  }
  const wishes = candidates(parts, request, catalog, reask).map(({ entry, reasons }) => {
    const view = views.find(({ capabilityId }) => capabilityId === entry.id);
    const askAgain = request.askAgain === entry.id;
    const hosts = [...parts.hosts.keys()].sort();
    const wish = wishFor(entry, view, {
      catalog,
      policy: policy.policy,
      hosts,
      canAsk: parts.broker !== undefined,
      askAgain,
      reasons,
    });
    return { entry, wish };
  });
  return { workspace, policy, catalog, capabilities, wishes, epoch: epochOf(policy, capabilities) };
}

/** The best match of the task, what a person asked for by name, and what was superseded. One prompt asks for one thing. */
function candidates(
  { matcher }: ReconcileParts,
  request: ReconcileRequest,
  catalog: Catalog,
  reask: ReadonlySet<CapabilityId>,
) {
  const named = [...reask, ...(request.askAgain === undefined ? [] : [request.askAgain])];
  const [best] = matcher.match(request, catalog);
  const entries = new Map<CapabilityId, { entry: CatalogEntry; reasons: NonNullable<typeof best>['reasons'] }>();
  for (const id of named) {
    const entry = findEntry(catalog, id);
    if (entry !== undefined) entries.set(id, { entry, reasons: [] });
    else if (id === request.askAgain) throw new CountersignError('capability-unknown');
  }
  if (best !== undefined) entries.set(best.entry.id, best);
  return [...entries.values()];
}

async function prove(
  { hosts, skillStore }: ReconcileParts,
  workspace: IdentifiedWorkspace,
  { active }: CapabilityView,
  hostId: HostId,
): Promise<Proof | undefined> {
  if (active?.state.kind !== 'active') return undefined;
  const { hosts: covered, folder, manifestDigest } = active.state.proposal;
  const host = hosts.get(hostId);
  if (host === undefined || !covered.includes(hostId)) return undefined;
  try {
    const tree = await skillStore.open(manifestDigest);
    return await host.inspect({ workspace, folder, digest: manifestDigest }, tree, { depth: 'quick' });
  } catch (error) {
    // One capability that cannot be proved must not hide the others.
    return { kind: 'unprovable', code: toCountersignError(error).code };
  }
}

/** Revisions say it all: managed state changes exactly when an event is appended. */
function epochOf(policy: StoredPolicy, capabilities: readonly CapabilityView[]): Digest {
  return digestOf('epoch', {
    policy: policy.digest,
    attempts: capabilities.map(({ capabilityId, pointer, latest }) => ({
      capabilityId,
      active: pointer.active,
      latest: pointer.latest,
      revision: latest.records.length,
    })),
  });
}
