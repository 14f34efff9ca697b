// SPDX-License-Identifier: Apache-2.0
import type { ErrorCode } from '../errors/index.js';
import type { CapabilityId } from '../ids.js';
import type { AvailableCapability, ConsentDirective, Denial, OutcomeFacts, PendingChallenge } from './outcome.js';
import type { Survey, SurveyedCapability } from './survey.js';

/** What the last survey of a call amounts to. Pure. */
export function outcomeFacts(
  { capabilities, wishes, epoch }: Survey,
  failures: ReadonlyMap<CapabilityId, ErrorCode>,
  /** Denied by the assertion that this call submitted: told whatever the task is. */
  denied: ReadonlySet<CapabilityId>,
): OutcomeFacts {
  const [failure] = [...failures].map(([capabilityId, code]) => ({ code, capabilityId }));
  return {
    available: capabilities.flatMap(availableOf),
    challenges: capabilities.flatMap(pendingOf),
    directives: wishes.flatMap(({ entry, wish }): ConsentDirective[] =>
      wish.kind === 'recommend'
        ? [{ kind: 'recommendation', capabilityId: entry.id, title: entry.title, reasons: wish.reasons }]
        : [],
    ),
    denials: [
      ...[...denied].map((capabilityId): Denial => ({ capabilityId, by: 'person' })),
      ...wishes.flatMap(({ entry, wish }): Denial[] =>
        wish.kind === 'denied' && !denied.has(entry.id) ? [{ capabilityId: entry.id, by: wish.by }] : [],
      ),
    ],
    failure: failure ?? capabilities.map(proofFailure).find((found) => found !== undefined) ?? null,
    epoch,
  };
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

function proofFailure({ capabilityId, proof }: SurveyedCapability): OutcomeFacts['failure'] | undefined {
  switch (proof?.kind) {
    case 'drifted':
      return { code: 'exposure-drifted', capabilityId };
    case 'foreign':
      return { code: 'exposure-conflict', capabilityId };
    case 'absent':
      return { code: 'exposure-failed', capabilityId };
    case 'unprovable':
      return { code: proof.code, capabilityId };
    case 'intact':
    case undefined:
      return undefined;
  }
}
