// SPDX-License-Identifier: Apache-2.0
import type { Digest } from '../ids.js';
import type { MaterialReference } from '../material/material-source.js';
import { openMaterial } from '../material/open-material.js';
import type { SkillTree } from '../skill-store/skill-store.js';
import type { ReconcileParts } from './reconcile-parts.js';

type AcquireParts = Pick<ReconcileParts, 'sources' | 'skillStore' | 'limits' | 'faults'>;

/**
 * The bytes of a digest: those of the skill store, hashed once more, or else fetched, checked and staged. The source is
 * opened only when the store lacks them, so fetching is not repeated after a crash unless it had not been completed.
 * @throws what source, unpacking and staging throw; nothing is left then
 */
export async function acquireSkill(
  { sources, skillStore, limits, faults }: AcquireParts,
  { material, manifestDigest }: { readonly material: MaterialReference; readonly manifestDigest: Digest },
  signal: AbortSignal,
): Promise<SkillTree> {
  const entries = openMaterial(sources, material, { limits, signal });
  const tree = await skillStore.stage(entries, { expected: manifestDigest, limits, signal });
  await faults('install.acquired');
  return tree;
}
