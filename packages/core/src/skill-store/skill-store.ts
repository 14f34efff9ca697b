// SPDX-License-Identifier: Apache-2.0
import type { Digest } from '../ids.js';
import type { Manifest, MaterialLimits } from '../material/manifest.js';
import type { MaterialEntry } from '../material/material-source.js';

/** Where the bytes of a digest are. `staged`: complete and verified, but nobody agreed yet. */
export type SkillPresence = 'absent' | 'staged' | 'published';

/** A readable tree, staged or published. */
export interface SkillTree {
  readonly digest: Digest;
  readonly manifest: Manifest;
  /**
   * The bytes of one file. The consumer that needs certainty hashes what it reads: between a check and a read, another
   * process of the same user can change a file.
   * @throws `store-bytes-missing`
   */
  read(path: string): AsyncIterable<Uint8Array>;
}

export interface StageOptions {
  /** The pinned identity. Undefined only when a pin is being made, as `catalog add` does. */
  readonly expected: Digest | undefined;
  readonly limits: MaterialLimits;
  readonly signal: AbortSignal;
}

/**
 * What `verify` found. Paths are relative to the skill, ascending; there are none when it is the stored manifest, or what
 * stands beside the files, that was changed.
 */
export type SkillVerification =
  | { readonly kind: 'intact'; readonly files: number; readonly bytes: number }
  | { readonly kind: 'altered'; readonly paths: readonly string[] }
  | { readonly kind: 'absent' };

/**
 * The port for bytes at rest: content-addressed trees, out of reach of every agent host. Every member may be called by
 * several processes at once; the same digest staged twice ends as one copy. A crash at any instant leaves each tree
 * absent, staged or published, never half of one.
 */
export interface SkillStore {
  /** Also recovers: a stage that a crash left complete is verified and kept, an incomplete one is ignored. */
  find(digest: Digest): Promise<SkillPresence>;

  /**
   * Writes, hashes and syncs every entry, then makes the tree appear as staged in one step. An already staged or published
   * digest is verified and left as it is; an altered one is quarantined and staged anew. The entries are closed however it
   * ends. On any error nothing of the stage is left.
   * @throws `material-*`, `entry-*`, `path-*` by the rule that was broken; `material-digest-mismatch` when the tree is not
   *   `expected`; `source-timeout` after `limits.timeoutMs`; `aborted`, `storage-full`, `state-unsafe`, `unavailable`; a coded
   *   error of the entries passes through, any other becomes `source-unreachable`
   */
  stage(entries: AsyncIterable<MaterialEntry>, options: StageOptions): Promise<SkillTree>;

  /**
   * Verifies the staged bytes once more and makes them published, without replacing anything. Idempotent.
   * @throws `store-bytes-missing`; `store-bytes-altered` (the stage is then quarantined)
   */
  publish(digest: Digest): Promise<SkillTree>;

  /**
   * The tree, staged or published, with its manifest checked against the digest, and no other byte.
   * @throws `store-bytes-missing`; `store-bytes-altered` (the tree is then quarantined)
   */
  open(digest: Digest): Promise<SkillTree>;

  /** Hashes every file of a staged or published tree, and notices files that should not be there. Changes nothing. */
  verify(digest: Digest): Promise<SkillVerification>;

  /** Takes a tree out of use and keeps it aside for inspection. Idempotent. */
  quarantine(digest: Digest): Promise<void>;

  /** Staged and published digests, ascending. */
  list(): AsyncIterable<{ readonly digest: Digest; readonly presence: Exclude<SkillPresence, 'absent'> }>;

  /** Removes what crashed stages left, if no living process can still be writing it. @returns how many were removed */
  sweep(): Promise<number>;
}
