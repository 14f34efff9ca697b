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
  /** What differs from the installed version; null when nothing is installed. */
  readonly changes: readonly ManifestChange[] | null;
}

/**
 * Hashes every staged byte while it reads, and compares what the bytes ask for with what the challenge says.
 * @throws `store-bytes-altered` when either differs, so that nobody signs what was not shown
 */
export async function composeConsentScreen(
  challenge: Challenge,
  tree: SkillTree,
  replaced: SkillTree | undefined,
): Promise<ConsentScreen> {
  const report = await reportSkill(tree, challenge.capability.folder);
  const same =
    tree.digest === challenge.manifestDigest &&
    (replaced?.digest ?? null) === challenge.replaces &&
    canonicalJson(report.grants as unknown as JsonValue) === canonicalJson(challenge.grants as unknown as JsonValue) &&
    canonicalJson(report.problems) === canonicalJson(challenge.problems);
  if (!same) throw new CountersignError('store-bytes-altered');
  return {
    digest: challengeDigest(challenge),
    challenge,
    report,
    files: tree.manifest.files,
    changes: replaced === undefined ? null : manifestChanges(replaced.manifest, tree.manifest),
  };
}
