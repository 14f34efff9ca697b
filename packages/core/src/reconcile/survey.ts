// SPDX-License-Identifier: Apache-2.0
import { findEntry, releaseRoot, type Catalog, type CatalogEntry } from '../catalog/catalog.js';
import type { MatchReason } from '../catalog/matcher.js';
import type { Challenge } from '../consent/challenge.js';
import { requireChallenge } from '../consent/challenge-records.js';
import { digestOf } from '../digest.js';
import { CountersignError, toCountersignError, type ErrorCode } from '../errors/index.js';
import type { Inspection } from '../exposure/host-adapter.js';
import type { CapabilityId, Digest, HostId } from '../ids.js';
import type { Instant } from '../instant.js';
import type { StoredPolicy } from '../policy/policy-store.js';
import type { IdentifiedWorkspace } from '../workspace/workspace.js';
import { emptyWorkspace, readWorkspace, type CapabilityView, type WorkspaceView } from './attempts.js';
import { nextStep, type InstallStep, type Situation } from './install-machine.js';
import type { ReconcileParts } from './reconcile-parts.js';
import type { ReconcileRequest } from './reconcile-request.js';
import { wishFor, type Wish } from './wish.js';

/** What stands at the asking host: its inspection, or why it could not be inspected. */
export type Proof = Inspection | { readonly kind: 'unprovable'; readonly code: ErrorCode };

export interface SurveyedCapability extends CapabilityView {
  readonly step: InstallStep;
  /** Of the active attempt; undefined when nothing is active for the asking host. */
  readonly proof: Proof | undefined;
  /** What a person is asked to sign; undefined when nobody is asked. */
  readonly challenge: Challenge | undefined;
  /** Whether the catalog and the hosts are still those of the newest attempt. */
  readonly current: boolean;
}

/** Everything that one `reconcile` decides from, read without changing anything. */
export interface Survey {
  readonly workspace: IdentifiedWorkspace | undefined;
  readonly policy: StoredPolicy;
  readonly catalog: Catalog;
  readonly hosts: readonly HostId[];
  readonly capabilities: readonly SurveyedCapability[];
  readonly unreadable: WorkspaceView['unreadable'];
  readonly wishes: readonly { readonly entry: CatalogEntry; readonly wish: Wish }[];
  /** What a person asked to be asked for again. */
  readonly askAgain: CapabilityId | undefined;
  readonly epoch: Digest;
}

export interface SurveyOptions {
  readonly now: () => Instant;
  /** Capabilities whose attempt was ended in this call for another: asked for again whatever the task is. */
  readonly reask: ReadonlySet<CapabilityId>;
  /** Whether the wish to be asked again was fulfilled in this call. */
  readonly askedAgain: boolean;
}

export async function survey(
  parts: ReconcileParts,
  request: ReconcileRequest,
  options: SurveyOptions,
): Promise<Survey> {
  const workspace = await parts.identity.find(request.workspace);
  const catalog = await parts.catalog();
  const policy = await parts.policy.current();
  const view = workspace === undefined ? emptyWorkspace : await readWorkspace(parts.journal, workspace.id);
  const hosts = [...parts.hosts.keys()].sort();
  const askAgain = options.askedAgain ? undefined : request.askAgain;

  const situation = { now: options.now, policyDigest: policy.digest, releaseRoot: releaseRoot(catalog) };
  const unreadable = new Map(view.unreadable);
  const capabilities: SurveyedCapability[] = [];
  for (const capability of view.capabilities) {
    try {
      const surveyed = await surveyCapability(parts, capability, situation);
      const proof = workspace === undefined ? undefined : await prove(parts, workspace, capability, request.host);
      capabilities.push({ ...capability, ...surveyed, proof, current: isCurrent(capability, catalog, hosts) });
    } catch (error) {
      // A challenge that does not verify holds up its capability and nothing else.
      unreadable.set(capability.capabilityId, toCountersignError(error).code);
    }
  }
  const wishes = candidates(parts, request, { catalog, reask: options.reask, askAgain })
    .filter(({ entry }) => !unreadable.has(entry.id))
    .map(({ entry, reasons }) => {
      const known = view.capabilities.find(({ capabilityId }) => capabilityId === entry.id);
      const denied = view.denied.get(entry.id) ?? new Set<Digest>();
      const canAsk = parts.broker !== undefined;
      const context = {
        catalog,
        policy: policy.policy,
        hosts,
        canAsk,
        askAgain: askAgain === entry.id,
        denied,
        reasons,
      };
      return { entry, wish: wishFor(entry, known, context) };
    });
  const epoch = epochOf(policy, view);
  return { workspace, policy, catalog, hosts, capabilities, unreadable, wishes, askAgain, epoch };
}

async function surveyCapability({ journal }: ReconcileParts, { latest }: CapabilityView, situation: Situation) {
  const step = nextStep(latest.state, situation);
  const pending = step.kind === 'await' ? await requireChallenge(journal, step.challenge) : undefined;
  return { step, challenge: pending?.challenge };
}

/** The best match of the task, what a person asked for by name, and what was ended for another. One prompt asks for one thing. */
function candidates(
  { matcher }: ReconcileParts,
  request: ReconcileRequest,
  {
    catalog,
    reask,
    askAgain,
  }: { catalog: Catalog; reask: ReadonlySet<CapabilityId>; askAgain: CapabilityId | undefined },
) {
  const [best] = matcher.match(request, catalog);
  const entries = new Map<CapabilityId, { entry: CatalogEntry; reasons: readonly MatchReason[] }>();
  for (const id of [...reask, ...(askAgain === undefined ? [] : [askAgain])]) {
    const entry = findEntry(catalog, id);
    if (entry !== undefined) entries.set(id, { entry, reasons: [] });
    else if (id === askAgain) throw new CountersignError('capability-unknown');
  }
  if (best !== undefined) entries.set(best.entry.id, best);
  return [...entries.values()];
}

function isCurrent({ latest }: CapabilityView, catalog: Catalog, hosts: readonly HostId[]): boolean {
  if (latest.state.kind === 'none') return true;
  const { capabilityId, manifestDigest, folder, hosts: agreed } = latest.state.proposal;
  const entry = findEntry(catalog, capabilityId);
  return (
    entry?.manifestDigest === manifestDigest && entry.folder === folder && agreed.every((host) => hosts.includes(host))
  );
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
function epochOf(policy: StoredPolicy, { capabilities, unreadable }: WorkspaceView): Digest {
  return digestOf('epoch', {
    policy: policy.digest,
    attempts: capabilities.map(({ capabilityId, pointer, latest }) => ({
      capabilityId,
      active: pointer.active,
      latest: pointer.latest,
      revision: latest.records.length,
    })),
    unreadable: [...unreadable.keys()],
  });
}
