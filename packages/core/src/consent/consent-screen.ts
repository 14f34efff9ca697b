// SPDX-License-Identifier: Apache-2.0
import { canonicalJson, type JsonValue } from '../canonical-json.js';
import { CountersignError } from '../errors/index.js';
import type { Digest } from '../ids.js';
import type { ManifestFile } from '../material/manifest.js';
import type { SkillTree } from '../skill-store/skill-store.js';
import { challengeDigest, type Challenge } from './challenge.js';
import { manifestChanges, type ManifestChange } from './manifest-changes.js';
import { reportSkill, type SkillReport } from './skill-report.js';

/** What a person reads before signing: nothing of it comes from a prompt, all of it from verified bytes and the challenge. */
export interface ConsentScreen {
  /** What the signature covers. */
  readonly digest: Digest;
  readonly challenge: Challenge;
  readonly report: SkillReport;
  readonly files: readonly ManifestFile[];
  readonly comparison: Comparison;
}

/** What differs from the installed version. */
export type Comparison =
  | { readonly kind: 'first' }
  | { readonly kind: 'compared'; readonly changes: readonly ManifestChange[] }
  /** The bytes of the installed version are lost. */
  | { readonly kind: 'impossible' };

/**
 * Hashes every staged byte while it reads, and compares what the bytes ask for with what the challenge says.
 * @param replaced the installed version; undefined when there is none or its bytes are lost
 * @throws `store-bytes-altered`; `challenge-outdated` when the challenge says something else of these bytes than is shown
 */
export async function composeConsentScreen(
  challenge: Challenge,
  tree: SkillTree,
  replaced: SkillTree | undefined,
): Promise<ConsentScreen> {
  if (tree.digest !== challenge.manifestDigest) throw new CountersignError('store-bytes-altered');
  const report = await reportSkill(tree, challenge.capability.folder);
  const same =
    canonicalJson(report.grants as unknown as JsonValue) === canonicalJson(challenge.grants as unknown as JsonValue) &&
    canonicalJson(report.problems) === canonicalJson(challenge.problems);
  if (!same) throw new CountersignError('challenge-outdated');
  return {
    digest: challengeDigest(challenge),
    challenge,
    report,
    files: tree.manifest.files,
    comparison: compare(challenge, tree, replaced),
  };
}

function compare({ replaces }: Challenge, tree: SkillTree, replaced: SkillTree | undefined): Comparison {
  if (replaces === null) return { kind: 'first' };
  if (replaced === undefined) return { kind: 'impossible' };
  return { kind: 'compared', changes: manifestChanges(replaced.manifest, tree.manifest) };
}
