// SPDX-License-Identifier: Apache-2.0
import { issueChallenge, retireChallenge } from '../consent/challenge-machine.js';
import { requireChallenge } from '../consent/challenge-records.js';
import { reportSkill } from '../consent/skill-report.js';
import { CountersignError, assertNever } from '../errors/index.js';
import type { Exposure, HostAdapter } from '../exposure/host-adapter.js';
import type { FaultPoint } from '../fault-points.js';
import type { HostId } from '../ids.js';
import type { Instant } from '../instant.js';
import type { Lease, StreamWrite } from '../journal/engine-store.js';
import { requireForward } from '../journal/journal.js';
import type { IdentifiedWorkspace } from '../workspace/workspace.js';
import { acquireSkill } from './acquire-skill.js';
import type { Attempt } from './attempts.js';
import { decideInstall, type InstallCommand } from './install-machine.js';
import { installStream, noInstall, type Proposal } from './install-state.js';
import { challengeBasis, createChallenge, createProposal } from './propose.js';
import type { ReconcileParts } from './reconcile-parts.js';
import type { Survey, SurveyedCapability } from './survey.js';
import type { Work } from './work.js';

export interface CarryOutContext {
  readonly parts: ReconcileParts;
  readonly survey: Survey;
  readonly workspace: IdentifiedWorkspace;
  readonly lease: Lease;
  readonly now: () => Instant;
  readonly signal: AbortSignal;
}

/** Does one piece of work. Every effect can be done again, and is recorded only after it is durable. */
export async function carryOut(work: Work, context: CarryOutContext): Promise<void> {
  switch (work.kind) {
    case 'propose':
      return await propose(work, context);
    case 'end':
      return await endAttempt(work, context);
    case 'claim':
      return await record(work.attempt, { kind: 'claim' }, context, ['install.claiming', 'install.claimed']);
    case 'publish':
      await publish(proposalOf(work.attempt), context);
      return await record(work.attempt, { kind: 'record-published' }, context, [
        'install.publishing',
        'install.published',
      ]);
    case 'expose':
      return await expose(work.view, context);
    case 'restore':
      return await restore(work, context);
    default:
      return assertNever(work);
  }
}

async function propose({ entry, view, wish }: Work & { kind: 'propose' }, context: CarryOutContext): Promise<void> {
  const { parts, survey, workspace, now, signal } = context;
  const { generation, replaces, verdict } = wish;
  const hosts = [...parts.hosts.keys()].sort();
  const proposal = createProposal(entry, { ...survey, workspace, hosts, generation, replaces });
  const stream = installStream(workspace.id, entry.id, generation);
  const pointer = view?.pointer;

  if (verdict === 'preapproved') {
    const events = decideInstall(noInstall, { kind: 'propose', proposal, basis: { kind: 'policy' }, pointer });
    return await commit([{ stream, expectedRevision: 0, events }], [], context, [
      'install.proposing',
      'install.proposed',
    ]);
  }
  if (parts.broker === undefined) throw new CountersignError('consent-unavailable');
  // The bytes are staged and read before anybody is asked: the screen is made from them, and so are the grants.
  const tree = await acquireSkill(parts, proposal, signal);
  const challenge = createChallenge(proposal, {
    audience: parts.broker.audience,
    publisher: entry.publisher,
    report: await reportSkill(tree, entry.folder),
    policy: survey.policy,
    randomness: parts.randomness.bytes(32),
    now: now(),
  });
  const events = decideInstall(noInstall, { kind: 'propose', proposal, basis: challengeBasis(challenge), pointer });
  const writes = [{ stream, expectedRevision: 0, events }, issueChallenge(challenge)];
  await commit(writes, [], context, ['install.proposing', 'install.proposed']);
}

async function endAttempt({ attempt, end }: Work & { kind: 'end' }, context: CarryOutContext): Promise<void> {
  const { state } = attempt;
  if (state.kind !== 'awaiting')
    throw new CountersignError('install-illegal-transition', { details: { state: state.kind } });
  const challenge = await requireChallenge(context.parts.journal, state.challenge);
  const writes = [write(attempt, { kind: 'end', end }), retireChallenge(challenge, end)];
  await commit(writes, [attempt], context, ['install.retiring', 'install.retired']);
}

async function publish(proposal: Proposal, { parts, signal }: CarryOutContext): Promise<void> {
  await acquireSkill(parts, proposal, signal);
  await parts.skillStore.publish(proposal.manifestDigest);
}

async function expose({ latest, active, pointer }: SurveyedCapability, context: CarryOutContext): Promise<void> {
  const proposal = proposalOf(latest);
  const old = active?.state.kind === 'active' ? active.state.proposal : undefined;
  await context.parts.faults('install.exposing');
  const tree = await context.parts.skillStore.open(proposal.manifestDigest);
  for (const hostId of proposal.hosts) {
    const host = requireHost(context.parts, hostId);
    if (old !== undefined) await withdraw(host, old, proposal, context);
    await host.apply(exposureOf(proposal, context.workspace), tree);
  }
  const exposed = write(latest, { kind: 'record-exposed', pointer });
  const replaced = active === undefined ? [] : [write(active, { kind: 'end', end: 'replaced' })];
  await commit([exposed, ...replaced], active === undefined ? [latest] : [latest, active], context, [
    'install.exposing',
    'install.exposed',
  ]);
}

/** Takes out the version that is replaced. Where the very same bytes stay, so does the folder. */
async function withdraw(
  host: HostAdapter,
  old: Proposal,
  next: Proposal,
  { parts, workspace }: CarryOutContext,
): Promise<void> {
  const stays = old.manifestDigest === next.manifestDigest && old.folder === next.folder;
  if (stays || !old.hosts.includes(host.hostId)) return;
  await host.revert(exposureOf(old, workspace), await parts.skillStore.open(old.manifestDigest));
}

async function restore({ attempt, storeAltered }: Work & { kind: 'restore' }, context: CarryOutContext): Promise<void> {
  const { parts, workspace } = context;
  const proposal = proposalOf(attempt);
  if (storeAltered) await parts.skillStore.quarantine(proposal.manifestDigest);
  await publish(proposal, context);
  const tree = await parts.skillStore.open(proposal.manifestDigest);
  for (const hostId of proposal.hosts) await requireHost(parts, hostId).apply(exposureOf(proposal, workspace), tree);
}

async function record(
  attempt: Attempt,
  command: InstallCommand,
  context: CarryOutContext,
  points: readonly [FaultPoint, FaultPoint],
) {
  await commit([write(attempt, command)], [attempt], context, points);
}

function write(attempt: Attempt, command: InstallCommand): StreamWrite {
  return {
    stream: attempt.stream,
    expectedRevision: attempt.records.length,
    events: decideInstall(attempt.state, command),
  };
}

async function commit(
  writes: readonly StreamWrite[],
  attempts: readonly Attempt[],
  { parts, lease, now }: CarryOutContext,
  [before, after]: readonly [FaultPoint, FaultPoint],
): Promise<void> {
  await parts.faults(before);
  const at = attempts.reduce((time, { records }) => requireForward(time, records.at(-1)?.at), now());
  await parts.journal.commit(writes, { at, lease });
  await parts.faults(after);
}

function proposalOf({ state }: Attempt): Proposal {
  if (state.kind === 'none')
    throw new CountersignError('install-illegal-transition', { details: { state: state.kind } });
  return state.proposal;
}

export function exposureOf({ folder, manifestDigest }: Proposal, workspace: IdentifiedWorkspace): Exposure {
  return { workspace, folder, digest: manifestDigest };
}

function requireHost({ hosts }: ReconcileParts, hostId: HostId): HostAdapter {
  const host = hosts.get(hostId);
  if (host === undefined) throw new CountersignError('host-unknown', { details: { host: hostId } });
  return host;
}
