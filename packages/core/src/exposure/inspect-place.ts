// SPDX-License-Identifier: Apache-2.0
import type { Digest } from '../ids.js';
import type { SkillTree } from '../skill-store/skill-store.js';
import { compareTree } from './compare-tree.js';
import type { LedgerEntry } from './exposure-ledger.js';
import { bearsItsName, hasDiscovery, targetOf, type ExposurePlace } from './exposure-place.js';
import { fingerprintsOf, isSettled, isUntouched, type Fingerprints } from './fingerprints.js';
import { hashTree } from './hash-tree.js';
import type { InspectOptions, Inspection } from './host-adapter.js';
import { observeTree } from './observe-tree.js';

export interface Finding {
  readonly inspection: Inspection;
  /** Of a tree whose every byte was hashed just now, once its times can be trusted. */
  readonly fingerprints?: Fingerprints;
}

/**
 * Looks at a place and changes nothing. Bytes that are exactly the manifest's are intact even with no entry in the ledger,
 * after a crash or with restored state: to take them for ours loses nothing. Whatever else has no entry is foreign.
 * @throws `exposure-unsafe`
 */
export async function inspectPlace(
  place: ExposurePlace,
  tree: SkillTree,
  depth: InspectOptions['depth'],
  entry: LedgerEntry | undefined,
): Promise<Finding> {
  if (!(await hasDiscovery(place))) return { inspection: { kind: 'absent' } };
  const target = targetOf(place);
  const observedAt = Date.now();
  const seen = await observeTree(target);
  if (seen.length === 0) return { inspection: { kind: 'absent' } };
  if (!(await bearsItsName(place))) return { inspection: { kind: 'foreign' } };
  if (depth === 'quick' && isPlaced(entry, tree.digest) && isUntouched(seen, entry.fingerprints)) {
    return { inspection: { kind: 'intact' } };
  }
  const drift = compareTree(tree.manifest, seen, await hashTree(target, seen, tree.manifest));
  if (drift.length > 0) return { inspection: entry === undefined ? { kind: 'foreign' } : { kind: 'drifted', drift } };
  const inspection: Inspection = { kind: 'intact' };
  return isSettled(seen, observedAt) ? { inspection, fingerprints: fingerprintsOf(seen) } : { inspection };
}

function isPlaced(entry: LedgerEntry | undefined, digest: Digest): entry is LedgerEntry {
  return entry?.phase === 'placed' && entry.digest === digest;
}
