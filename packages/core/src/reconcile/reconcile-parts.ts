// SPDX-License-Identifier: Apache-2.0
import type { Catalog } from '../catalog/catalog.js';
import type { CapabilityMatcher } from '../catalog/matcher.js';
import type { Clock } from '../clock.js';
import type { ConsentBroker } from '../consent/broker.js';
import type { HostAdapter } from '../exposure/host-adapter.js';
import type { FaultInjector } from '../fault-points.js';
import type { HostId } from '../ids.js';
import type { Journal } from '../journal/journal.js';
import type { MaterialLimits } from '../material/manifest.js';
import type { MaterialSource } from '../material/material-source.js';
import type { PolicyStore } from '../policy/policy-store.js';
import type { Randomness } from '../randomness.js';
import type { SkillStore } from '../skill-store/skill-store.js';
import type { WorkspaceIdentity } from '../workspace/workspace.js';

/** What reconcile is put together from. */
export interface ReconcileParts {
  readonly journal: Journal;
  readonly policy: PolicyStore;
  /** Read anew for each call, so that a changed catalog counts at once. */
  readonly catalog: () => Catalog | Promise<Catalog>;
  readonly matcher: CapabilityMatcher;
  /** Absent where no verifier is installed: then nobody can be asked. */
  readonly broker: ConsentBroker | undefined;
  readonly sources: ReadonlyMap<string, MaterialSource>;
  readonly skillStore: SkillStore;
  readonly hosts: ReadonlyMap<HostId, HostAdapter>;
  readonly identity: WorkspaceIdentity;
  readonly clock: Clock;
  readonly randomness: Randomness;
  readonly limits: MaterialLimits;
  /** Longest wait for another process that works on the same workspace. */
  readonly lockWaitMs: number;
  readonly faults: FaultInjector;
}
