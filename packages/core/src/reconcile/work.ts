// SPDX-License-Identifier: Apache-2.0
import type { CatalogEntry } from '../catalog/catalog.js';
import type { CapabilityId } from '../ids.js';
import type { Attempt } from './attempts.js';
import type { Proof, Survey, SurveyedCapability } from './survey.js';
import type { Wish } from './wish.js';

/** One thing to carry out under the workspace's lease. After it everything is surveyed anew. */
export type Work = { readonly capabilityId: CapabilityId } & (
  | { readonly kind: 'end'; readonly attempt: Attempt; readonly end: 'expired' | 'superseded' }
  | { readonly kind: 'claim'; readonly attempt: Attempt }
  | { readonly kind: 'publish'; readonly attempt: Attempt }
  | { readonly kind: 'expose'; readonly view: SurveyedCapability }
  /** Put agreed bytes back where they are gone. */
  | { readonly kind: 'restore'; readonly attempt: Attempt; readonly storeAltered: boolean }
  | {
      readonly kind: 'propose';
      readonly entry: CatalogEntry;
      readonly view: SurveyedCapability | undefined;
      readonly wish: Wish & { readonly kind: 'propose' };
    }
);

/** The next thing to do, undefined when only a person can go on. What was begun comes before what is new. Pure. */
export function nextWork(survey: Survey, failed: ReadonlySet<CapabilityId>): Work | undefined {
  const candidates = survey.capabilities.filter(({ capabilityId }) => !failed.has(capabilityId));
  for (const view of candidates) {
    const work = workFor(view);
    if (work !== undefined) return work;
  }
  for (const { entry, wish } of survey.wishes) {
    if (wish.kind !== 'propose' || failed.has(entry.id)) continue;
    const view = survey.capabilities.find(({ capabilityId }) => capabilityId === entry.id);
    return { kind: 'propose', capabilityId: entry.id, entry, view, wish };
  }
  return undefined;
}

function workFor(view: SurveyedCapability): Work | undefined {
  const { capabilityId, step, latest, active, proof } = view;
  switch (step.kind) {
    case 'end':
      return { kind: 'end', capabilityId, attempt: latest, end: step.end };
    case 'claim':
      return { kind: 'claim', capabilityId, attempt: latest };
    case 'publish':
      return { kind: 'publish', capabilityId, attempt: latest };
    case 'expose':
      return { kind: 'expose', capabilityId, view };
    case 'rest':
    case 'await':
    case 'prove':
      return active !== undefined && isLost(proof)
        ? {
            kind: 'restore',
            capabilityId,
            attempt: active,
            storeAltered: proof?.kind === 'unprovable' && proof.code === 'store-bytes-altered',
          }
        : undefined;
  }
}

function isLost(proof: Proof | undefined): boolean {
  if (proof?.kind === 'absent') return true;
  return proof?.kind === 'unprovable' && (proof.code === 'store-bytes-missing' || proof.code === 'store-bytes-altered');
}
