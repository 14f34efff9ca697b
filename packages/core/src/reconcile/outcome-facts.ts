// SPDX-License-Identifier: Apache-2.0
import type { Digest } from '../ids.js';
import type { AvailableCapability, ConsentDirective, Denial, OutcomeFacts, PendingChallenge } from './outcome.js';
import type { Survey, SurveyedCapability } from './survey.js';
import type { FailedWork } from './work.js';

/** What happened in the call, beside what is surveyed. */
export interface CallEvents {
  readonly failed: readonly FailedWork[];
  /** Challenges that this call's assertion denied: told whatever the task is. */
  readonly denied: ReadonlySet<Digest>;
}

/** What the last survey of a call amounts to. Pure. */
export function outcomeFacts(
  { capabilities, unreadable, wishes, epoch }: Survey,
  { failed, denied }: CallEvents,
): OutcomeFacts {
  const challenges = capabilities.flatMap(pendingOf);
  const failures = [
    ...failed.map(({ code, capabilityId }) => ({ code, capabilityId })),
    ...[...unreadable].map(([capabilityId, code]) => ({ code, capabilityId })),
    ...capabilities.flatMap(proofFailure),
  ];
  return {
    available: capabilities.flatMap(availableOf),
    challenges,
    // Advice for where nobody can decide has no place beside something that somebody can decide.
    directives: challenges.length > 0 ? [] : wishes.flatMap(directiveOf),
    denials: [...capabilities.flatMap((view) => denialOf(view, denied)), ...wishes.flatMap(refusalOf)].filter(
      ({ capabilityId }, index, all) => all.findIndex((other) => other.capabilityId === capabilityId) === index,
    ),
    failure: failures[0] ?? null,
    epoch,
  };
}

function directiveOf({ entry, wish }: Survey['wishes'][number]): ConsentDirective[] {
  if (wish.kind !== 'recommend') return [];
  return [{ kind: 'recommendation', capabilityId: entry.id, title: entry.title, reasons: wish.reasons }];
}

function denialOf({ capabilityId, latest }: SurveyedCapability, denied: ReadonlySet<Digest>): Denial[] {
  const { state } = latest;
  return state.kind === 'denied' && denied.has(state.challenge) ? [{ capabilityId, by: 'person' }] : [];
}

function refusalOf({ entry, wish }: Survey['wishes'][number]): Denial[] {
  return wish.kind === 'denied' ? [{ capabilityId: entry.id, by: wish.by }] : [];
}

function availableOf({ capabilityId, active, proof }: SurveyedCapability): AvailableCapability[] {
  if (active?.state.kind !== 'active' || proof?.kind !== 'intact') return [];
  const { manifestDigest, folder } = active.state.proposal;
  return [{ capabilityId, manifestDigest, folder }];
}

function pendingOf({ capabilityId, step, challenge }: SurveyedCapability): PendingChallenge[] {
  if (step.kind !== 'await' || challenge === undefined) return [];
  return [{ capabilityId, digest: step.challenge, challenge }];
}

function proofFailure({ capabilityId, proof }: SurveyedCapability): NonNullable<OutcomeFacts['failure']>[] {
  switch (proof?.kind) {
    case 'drifted':
      return [{ code: 'exposure-drifted', capabilityId }];
    case 'foreign':
      return [{ code: 'exposure-conflict', capabilityId }];
    case 'absent':
      return [{ code: 'exposure-failed', capabilityId }];
    case 'unprovable':
      return [{ code: proof.code, capabilityId }];
    case 'intact':
    case undefined:
      return [];
  }
}
