// SPDX-License-Identifier: Apache-2.0
import type { Digest, HostId } from '../ids.js';
import type { SkillTree } from '../skill-store/skill-store.js';
import type { IdentifiedWorkspace } from '../workspace/workspace.js';

/** One skill at one host in one workspace. */
export interface Exposure {
  readonly workspace: IdentifiedWorkspace;
  /** Name of the skill's folder in the host's discovery folder: one safe path component. */
  readonly folder: string;
  readonly digest: Digest;
}

/** One difference between the exposed folder and the manifest. `path` is relative to the skill; `.` is its folder itself. */
export interface Drift {
  readonly kind: 'added' | 'removed' | 'changed' | 'mode' | 'link' | 'type';
  readonly path: string;
}

/** What stands at the exposure's place. */
export type Inspection =
  | { readonly kind: 'absent' }
  /** Exactly the files of the manifest. */
  | { readonly kind: 'intact' }
  /** We wrote it, and it was changed since. */
  | { readonly kind: 'drifted'; readonly drift: readonly Drift[] }
  /** Something that we did not write. */
  | { readonly kind: 'foreign' };

export interface InspectOptions {
  /**
   * `full` hashes every byte. `quick` trusts a file whose size, times, inode and mode are those recorded right after the
   * last full inspection. It could be deceived by whoever may set the system clock, and by a process that keeps a file
   * mapped into memory for writing.
   */
  readonly depth: 'quick' | 'full';
}

/** What `revert` or `restore` kept aside, so that no edit is lost. */
export interface KeptAside {
  /** Relative to the state folder. */
  readonly place: string;
  readonly drift: readonly Drift[];
}

/**
 * The port for agent hosts: where a host looks for skills, and putting them there. Real files and folders, never links
 * (hosts differ in what they follow). It never overwrites or deletes what it did not write.
 */
export interface HostAdapter {
  readonly hostId: HostId;

  /**
   * Compares the place with the manifest of `tree`. Changes nothing there; may bring its own record of it up to date.
   * @throws `exposure-unsafe`, `exposure-failed`, `state-unsafe`
   */
  inspect(exposure: Exposure, tree: SkillTree, options: InspectOptions): Promise<Inspection>;

  /**
   * Copies the tree beside the discovery folder, checks every byte, and renames it into place in one step. Does nothing
   * when the place is intact. A crash at any instant leaves the place absent or intact.
   * @throws `exposure-conflict` when the place is taken by something we did not write; `exposure-drifted` when what we
   *   wrote was changed; `exposure-unsafe`, `store-bytes-altered`, `exposure-failed`, `storage-full`, `state-unsafe`; what reading the tree
   *   throws passes through
   */
  apply(exposure: Exposure, tree: SkillTree): Promise<void>;

  /**
   * Takes out what `apply` put in. Files that were edited or added are kept aside first. Idempotent: an absent place is
   * fine; a foreign one is left alone, as is one that holds another digest of ours by now.
   * @throws `exposure-unsafe`, `exposure-failed`, `storage-full`, `state-unsafe`
   */
  revert(exposure: Exposure, tree: SkillTree): Promise<KeptAside | undefined>;
}
