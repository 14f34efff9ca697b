// SPDX-License-Identifier: Apache-2.0
import { issueChallenge, retireChallenge } from '../consent/challenge-machine.js';
import { requireChallenge } from '../consent/challenge-records.js';
import { reportSkill } from '../consent/skill-report.js';
import { CountersignError, assertNever } from '../errors/index.js';
import type { FaultPoint } from '../fault-points.js';
import type { Instant } from '../instant.js';
import type { Lease, StreamWrite } from '../journal/engine-store.js';
import { requireForward, type CommitOptions } from '../journal/journal.js';
import type { IdentifiedWorkspace } from '../workspace/workspace.js';
import { acquireSkill } from './acquire-skill.js';
import type { Attempt } from './attempts.js';
import { exposeAtAll, installedHosts, withdrawFromAll } from './expose.js';
import { decideInstall, type InstallCommand } from './install-machine.js';
import { installStream, noInstall, type Proposal } from './install-state.js';
import { challengeBasis, createChallenge, createProposal } from './propose.js';
import type { ReconcileParts } from './reconcile-parts.js';
import { requireAuthority } from './require-authority.js';
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
  const { parts, signal } = context;
  switch (work.kind) {
    case 'propose':
      return await propose(work, context);
    case 'end':
      return await endAttempt(work, context);
    case 'claim':
      await requireAuthority(parts, work.attempt.state, signal);
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
      return await restore(proposalOf(work.attempt), context);
    default:
      return assertNever(work);
  }
}

async function propose({ entry, view, wish }: Work & { kind: 'propose' }, context: CarryOutContext): Promise<void> {
  const { parts, survey, workspace, now, signal } = context;
  const { generation, replaces, verdict, denied } = wish;
  const proposal = createProposal(entry, { ...survey, workspace, generation, replaces });
  const stream = installStream(workspace.id, entry.id, generation);
  const pointer = view?.pointer;
  // An attempt must not be older than the one before it, which stands in another stream.
  requireForward(now(), view?.latest.records.at(-1)?.at);
  const points = ['install.proposing', 'install.proposed'] as const;

  if (verdict === 'preapproved') {
    const command = { kind: 'propose', proposal, basis: { kind: 'policy' }, pointer, denied } as const;
    const writes = [{ stream, expectedRevision: 0, events: decideInstall(noInstall, command) }];
    return await commit(writes, context, points, { guards: [survey.policy.guard] });
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
  const command = { kind: 'propose', proposal, basis: challengeBasis(challenge), pointer, denied } as const;
  const writes = [
    { stream, expectedRevision: 0, events: decideInstall(noInstall, command) },
    issueChallenge(challenge),
  ];
  await commit(writes, context, points, { guards: [survey.policy.guard] });
}

async function endAttempt({ view, end }: Work & { kind: 'end' }, context: CarryOutContext): Promise<void> {
  const { parts } = context;
  const { state } = view.latest;
  if (end === 'abandoned') {
    // Some hosts may have it already. What was active before comes back by itself, since its place is found empty then.
    await withdrawFromAll(parts, proposalOf(view.latest), context.workspace);
    return await record(view.latest, { kind: 'end', end }, context, ['install.retiring', 'install.retired']);
  }
  if (state.kind !== 'awaiting') {
    throw new CountersignError('install-illegal-transition', { details: { state: state.kind } });
  }
  const challenge = await requireChallenge(parts.journal, state.challenge);
  const writes = [write(view.latest, { kind: 'end', end }), retireChallenge(challenge, end)];
  await commit(writes, context, ['install.retiring', 'install.retired']);
}

async function publish(proposal: Proposal, { parts, signal }: CarryOutContext): Promise<void> {
  await acquireSkill(parts, proposal, signal);
  await parts.skillStore.publish(proposal.manifestDigest);
}

async function expose({ latest, active, pointer }: SurveyedCapability, context: CarryOutContext): Promise<void> {
  const { parts, workspace } = context;
  const proposal = proposalOf(latest);
  // Bytes that were lost since they were published are fetched and checked again.
  await publish(proposal, context);
  await parts.faults('install.exposing');
  await exposeAtAll(parts, proposal, active === undefined ? undefined : proposalOf(active), workspace);

  const exposed = write(latest, { kind: 'record-exposed', pointer });
  const replaced = active === undefined ? [] : [write(active, { kind: 'end', end: 'replaced' })];
  await commit([exposed, ...replaced], context, ['install.exposing', 'install.exposed']);
}

async function restore(proposal: Proposal, context: CarryOutContext): Promise<void> {
  const { parts, workspace } = context;
  await publish(proposal, context);
  const tree = await parts.skillStore.open(proposal.manifestDigest);
  for (const host of installedHosts(parts, proposal)) {
    await host.apply({ workspace, folder: proposal.folder, digest: proposal.manifestDigest }, tree);
  }
}

async function record(
  attempt: Attempt,
  command: InstallCommand,
  context: CarryOutContext,
  points: readonly [FaultPoint, FaultPoint],
): Promise<void> {
  await commit([write(attempt, command)], context, points);
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
  { parts, lease, now }: CarryOutContext,
  [before, after]: readonly [FaultPoint, FaultPoint],
  options: Pick<CommitOptions, 'guards'> = {},
): Promise<void> {
  await parts.faults(before);
  await parts.journal.commit(writes, { at: now(), lease, ...options });
  await parts.faults(after);
}

function proposalOf({ state }: Attempt): Proposal {
  if (state.kind === 'none') {
    throw new CountersignError('install-illegal-transition', { details: { state: state.kind } });
  }
  return state.proposal;
}
