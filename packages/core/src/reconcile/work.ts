// SPDX-License-Identifier: Apache-2.0
import type { CatalogEntry } from '../catalog/catalog.js';
import { ERROR_CATALOG, type ErrorCode } from '../errors/index.js';
import type { CapabilityId } from '../ids.js';
import type { Attempt } from './attempts.js';
import type { Proof, Survey, SurveyedCapability } from './survey.js';
import type { Wish } from './wish.js';

/** One thing to carry out under the workspace's lease. After it everything is surveyed anew. */
export type Work = { readonly capabilityId: CapabilityId } & (
  | { readonly kind: 'end'; readonly view: SurveyedCapability; readonly end: 'expired' | 'superseded' | 'abandoned' }
  | { readonly kind: 'claim'; readonly attempt: Attempt }
  | { readonly kind: 'publish'; readonly attempt: Attempt }
  | { readonly kind: 'expose'; readonly view: SurveyedCapability }
  /** Put agreed bytes back where they are gone. */
  | { readonly kind: 'restore'; readonly attempt: Attempt }
  | {
      readonly kind: 'propose';
      readonly entry: CatalogEntry;
      readonly view: SurveyedCapability | undefined;
      readonly wish: Wish & { readonly kind: 'propose' };
    }
);

/** What could not be carried out in this call. It is not tried twice in one call, and holds up nothing else. */
export interface FailedWork {
  readonly kind: Work['kind'];
  readonly capabilityId: CapabilityId;
  readonly code: ErrorCode;
}

/** The next thing to do, undefined when only a person can go on. What was begun comes before what is new. Pure. */
export function nextWork(survey: Survey, failed: readonly FailedWork[]): Work | undefined {
  const untried = (work: Work | undefined) =>
    work !== undefined &&
    !failed.some(({ kind, capabilityId }) => kind === work.kind && capabilityId === work.capabilityId);
  for (const view of survey.capabilities) {
    const work = [attemptWork(view, survey, failed), restoreWork(view)].find(untried);
    if (work !== undefined) return work;
  }
  return survey.wishes
    .map(({ entry, wish }): Work | undefined => {
      if (wish.kind !== 'propose') return undefined;
      const view = survey.capabilities.find(({ capabilityId }) => capabilityId === entry.id);
      return { kind: 'propose', capabilityId: entry.id, entry, view, wish };
    })
    .find(untried);
}

function attemptWork(view: SurveyedCapability, survey: Survey, failed: readonly FailedWork[]): Work | undefined {
  const { capabilityId, step, latest } = view;
  const again = survey.askAgain === capabilityId;
  switch (step.kind) {
    case 'end':
      return { kind: 'end', capabilityId, view, end: step.end };
    case 'await':
      return again ? { kind: 'end', capabilityId, view, end: 'superseded' } : undefined;
    case 'claim':
    case 'publish':
    case 'expose':
      if (again || isHopeless(view, failed)) return { kind: 'end', capabilityId, view, end: 'abandoned' };
      return step.kind === 'expose'
        ? { kind: 'expose', capabilityId, view }
        : { kind: step.kind, capabilityId, attempt: latest };
    case 'rest':
    case 'prove':
      return undefined;
  }
}

/** It failed for good, and what it rests on is no longer what the catalog pins or the hosts that there are. */
function isHopeless({ capabilityId, step, current }: SurveyedCapability, failed: readonly FailedWork[]): boolean {
  const failure = failed.find((work) => work.capabilityId === capabilityId && work.kind === step.kind);
  return !current && failure !== undefined && !ERROR_CATALOG[failure.code].retryable;
}

function restoreWork({ capabilityId, active, proof }: SurveyedCapability): Work | undefined {
  return active !== undefined && isLost(proof) ? { kind: 'restore', capabilityId, attempt: active } : undefined;
}

function isLost(proof: Proof | undefined): boolean {
  if (proof?.kind === 'absent') return true;
  return proof?.kind === 'unprovable' && (proof.code === 'store-bytes-missing' || proof.code === 'store-bytes-altered');
}
