// SPDX-License-Identifier: Apache-2.0
import type { Task } from '../catalog/matcher.js';
import type { CapabilityId, HostId } from '../ids.js';
import type { Workspace } from '../workspace/workspace.js';

/** One prompt, or one call on demand. Neither task nor session is ever stored, and neither is authority. */
export interface ReconcileRequest extends Task {
  readonly workspace: Workspace;
  /** The agent host that asks. */
  readonly host: HostId;
  /** The host's own name for its conversation; accepted so that a host can pass what it has, used for nothing. */
  readonly session?: string;
  /** Wire form of a signed decision to submit first. */
  readonly assertion?: Uint8Array | string;
  /** A person wants to be asked again for this capability, though it was denied. */
  readonly askAgain?: CapabilityId;
  readonly signal?: AbortSignal;
}
