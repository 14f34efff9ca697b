// SPDX-License-Identifier: Apache-2.0
import { rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { syncFolder } from '../durable-files/index.js';
import { CountersignError, assertNever } from '../errors/index.js';
import { noFaults, type FaultInjector } from '../fault-points.js';
import { parseHostId, type Digest, type HostId } from '../ids.js';
import type { SkillTree } from '../skill-store/skill-store.js';
import { moveTree } from '../skill-store/store-layout.js';
import { withFileErrorsAs } from '../workspace/file-errors-as.js';
import { stateLayout, type StateLayout } from '../workspace/layout.js';
import type { Workspace } from '../workspace/workspace.js';
import { copyTree } from './copy-tree.js';
import { ExposureLedger, ledgerName, type LedgerEntry, type LedgerKey } from './exposure-ledger.js';
import {
  discoveryOf,
  hasWorkbench,
  makeDiscovery,
  readDiscovery,
  requireFolderName,
  targetOf,
  workbenchOf,
  type ExposurePlace,
} from './exposure-place.js';
import { planApply, planRevert, type Owner } from './exposure-plan.js';
import { NO_FINGERPRINTS, sameFingerprints } from './fingerprints.js';
import type { Exposure, HostAdapter, InspectOptions, Inspection, KeptAside } from './host-adapter.js';
import { inspectPlace, type Finding } from './inspect-place.js';
import { takeApart } from './take-apart.js';
import { unseal } from './unseal.js';
import { Workbench, type WorkTree } from './workbench.js';

/** Where a host looks, relative to a project and to a person's home, such as `.claude/skills`. */
export type DiscoveryFolders = Readonly<Record<Workspace['scope'], string>>;

export interface DirectoryHostOptions {
  readonly hostId: HostId;
  readonly discovery: DiscoveryFolders;
  readonly stateFolder: string;
  readonly faults?: FaultInjector;
}

/** All that one exposure is about. */
interface Site {
  readonly place: ExposurePlace;
  readonly key: LedgerKey;
  readonly workbench: Workbench;
}

/**
 * A host that looks for skills in a folder of the workspace. Copies come and go by one rename between that folder and a
 * sibling named `.countersign-...`, so the host sees all of a skill or nothing of it. What is ours is on record in the
 * ledger of the state folder before it can be seen.
 *
 * An empty folder that somebody makes at the place between the check and the rename is replaced: nothing is lost by it. Two
 * hosts with the same discovery folder share the copy and its entry in the ledger: `revert` for one takes it from both,
 * since neither must see what was revoked, and the other's next `apply` puts it back. Discovery folders that `apply` made
 * stay when they are empty.
 */
export class DirectoryHost implements HostAdapter {
  readonly hostId: HostId;
  readonly #discovery: Readonly<Record<Workspace['scope'], readonly string[]>>;
  readonly #layout: StateLayout;
  readonly #ledger: ExposureLedger;
  readonly #faults: FaultInjector;

  /** @throws `identifier-invalid`, `configuration-invalid` */
  constructor({ hostId, discovery, stateFolder, faults = noFaults }: DirectoryHostOptions) {
    this.hostId = parseHostId(hostId);
    this.#discovery = { project: readDiscovery(discovery.project), user: readDiscovery(discovery.user) };
    this.#layout = stateLayout(stateFolder);
    this.#ledger = new ExposureLedger(stateFolder);
    this.#faults = faults;
  }

  async inspect(exposure: Exposure, tree: SkillTree, { depth }: InspectOptions): Promise<Inspection> {
    const { place, key } = this.#siteOf(exposure, tree);
    return await withFileErrorsAs('exposure-failed', async () => {
      const entry = await this.#ledger.find(key);
      const finding = await inspectPlace(place, tree, depth, entry);
      if (finding.inspection.kind === 'intact' && entry?.digest === tree.digest) {
        // What cannot be remembered, on a full disk for one, is hashed again next time.
        await this.#remember(key, tree.digest, entry, finding).catch(() => undefined);
      }
      return finding.inspection;
    });
  }

  async apply(exposure: Exposure, tree: SkillTree): Promise<void> {
    const site = this.#siteOf(exposure, tree);
    await withFileErrorsAs('exposure-failed', async () => {
      const entry = await this.#ledger.find(site.key);
      await this.#finishAbandoned(site, tree, entry);
      const finding = await inspectPlace(site.place, tree, 'full', entry);
      const plan = planApply(finding.inspection);
      switch (plan.kind) {
        case 'refuse':
          throw new CountersignError(plan.code);
        case 'adopt':
          return await this.#remember(site.key, tree.digest, entry, finding);
        case 'place':
          return await this.#place(site, tree, entry);
        default:
          return assertNever(plan);
      }
    });
  }

  async revert(exposure: Exposure, tree: SkillTree): Promise<KeptAside | undefined> {
    const site = this.#siteOf(exposure, tree);
    return await withFileErrorsAs('exposure-failed', async () => {
      const entry = await this.#ledger.find(site.key);
      const left = await this.#finishAbandoned(site, tree, entry);
      const finding = await inspectPlace(site.place, tree, 'full', entry);
      const plan = planRevert(finding.inspection, ownerOf(entry, tree.digest));
      if (plan.kind === 'leave') return left;
      // Without an entry, a crash would leave a tree beside the discovery folder that nobody knows for ours.
      if (plan.kind === 'take-out') await this.#remember(site.key, tree.digest, entry, finding);
      const kept = plan.kind === 'take-out' ? await this.#takeOut(site, tree) : undefined;
      await this.#ledger.remove(site.key);
      return kept ?? left;
    });
  }

  #siteOf({ workspace, folder, digest }: Exposure, tree: SkillTree): Site {
    requireFolderName(folder);
    if (tree.digest !== digest) throw new CountersignError('internal', { details: { reason: 'other-tree' } });
    const discovery = this.#discovery[workspace.scope];
    const place: ExposurePlace = { root: workspace.root, discovery, folder };
    const key: LedgerKey = {
      workspaceId: workspace.id,
      scope: workspace.scope,
      discovery: discovery.join('/'),
      folder,
    };
    return { place, key, workbench: new Workbench(workbenchOf(place), ledgerName(key)) };
  }

  /** Writes down that what stands at the place is ours and intact, unless that is on record already. */
  async #remember(key: LedgerKey, digest: Digest, entry: LedgerEntry | undefined, finding: Finding): Promise<void> {
    const known = entry?.digest === digest ? entry : undefined;
    const fingerprints = finding.fingerprints ?? known?.fingerprints ?? NO_FINGERPRINTS;
    if (known?.phase === 'placed' && sameFingerprints(fingerprints, known.fingerprints)) return;
    await this.#ledger.write(key, { digest, phase: 'placed', fingerprints });
  }

  async #place(site: Site, tree: SkillTree, entry: LedgerEntry | undefined): Promise<void> {
    await makeDiscovery(site.place);
    await this.#ledger.write(site.key, { digest: tree.digest, phase: 'intended', fingerprints: NO_FINGERPRINTS });
    await this.#faults('expose.intended');
    try {
      await site.workbench.begin('in', (copy) => this.#moveIn(site, tree, copy));
    } catch (thrown) {
      // Nothing of ours is at the place: what somebody else puts there must not be taken for ours.
      if (entry === undefined) await this.#ledger.remove(site.key).catch(() => undefined);
      throw thrown;
    }
    await this.#syncNames(site.place);
    await this.#faults('expose.renamed');
    const finding = await inspectPlace(site.place, tree, 'full', undefined);
    if (finding.inspection.kind !== 'intact') throw new CountersignError('exposure-failed');
    await this.#remember(site.key, tree.digest, undefined, finding);
    await this.#faults('expose.recorded');
  }

  async #moveIn(site: Site, tree: SkillTree, copy: WorkTree): Promise<void> {
    try {
      await copyTree(tree, copy.path);
      await this.#faults('expose.copied');
      const moved = await moveTree(copy.path, targetOf(site.place));
      if (moved === 'gone') throw new CountersignError('exposure-failed');
      if (moved === 'moved') return;
      // Another process may have applied the same tree; anything else is not ours.
      const { inspection } = await inspectPlace(site.place, tree, 'full', undefined);
      if (inspection.kind !== 'intact') throw new CountersignError('exposure-conflict');
    } finally {
      await rm(copy.path, { recursive: true, force: true });
    }
  }

  async #takeOut(site: Site, tree: SkillTree): Promise<KeptAside | undefined> {
    await unseal(targetOf(site.place));
    return await site.workbench.begin('out', async (taken) => {
      if ((await moveTree(targetOf(site.place), taken.path)) !== 'moved') return undefined;
      await this.#syncNames(site.place);
      return await this.#takeApart(site, tree, taken);
    });
  }

  async #takeApart({ place }: Site, tree: SkillTree, taken: WorkTree): Promise<KeptAside | undefined> {
    const keptAt = join(this.#layout.keptAside, taken.id);
    const drift = await takeApart(taken.path, tree.manifest, join(keptAt, place.folder));
    await syncFolder(workbenchOf(place));
    return drift.length === 0 ? undefined : { place: relative(this.#layout.folder, keptAt), drift };
  }

  /** Goes on with what a crash left beside the discovery folder. @returns what was kept aside, if anything was */
  async #finishAbandoned(site: Site, tree: SkillTree, entry: LedgerEntry | undefined): Promise<KeptAside | undefined> {
    if (entry === undefined || !(await hasWorkbench(site.place))) return undefined;
    let kept: KeptAside | undefined;
    await site.workbench.finishAbandoned(async (left) => {
      if (left.direction === 'in') await rm(left.path, { recursive: true, force: true });
      else kept = (await this.#takeApart(site, tree, left)) ?? kept;
    });
    return kept;
  }

  async #syncNames(place: ExposurePlace): Promise<void> {
    await syncFolder(discoveryOf(place));
    await syncFolder(workbenchOf(place));
  }
}

function ownerOf(entry: LedgerEntry | undefined, digest: Digest): Owner {
  if (entry === undefined) return 'nobody';
  return entry.digest === digest ? 'this-digest' : 'another-digest';
}
