// SPDX-License-Identifier: Apache-2.0
import type { Catalog } from '../catalog/catalog.js';
import { reportSkill, type SkillReport } from '../consent/skill-report.js';
import type { Digest } from '../ids.js';
import type { Manifest } from '../material/manifest.js';
import type { MaterialReference } from '../material/material-source.js';
import { openMaterial } from '../material/open-material.js';
import type { ReconcileParts } from './reconcile-parts.js';

/** What a reference holds now: what a catalog entry pins. */
export interface Pin {
  readonly manifestDigest: Digest;
  readonly manifest: Manifest;
  readonly report: SkillReport;
}

/** The catalog, and making pins for it. A pin proposes; it installs nothing. */
export class CatalogService {
  readonly #parts: ReconcileParts;

  constructor(parts: ReconcileParts) {
    this.#parts = parts;
  }

  async current(): Promise<Catalog> {
    return await this.#parts.catalog();
  }

  /**
   * Fetches, checks and stages what the reference holds. The staged bytes are the ones that a later challenge shows.
   * @param folder the name that the skill's folder will have at the hosts
   * @throws what fetching, unpacking and staging throw; `skill-file-missing`
   */
  async pin(
    reference: MaterialReference,
    folder: string,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<Pin> {
    const { sources, skillStore, limits } = this.#parts;
    const entries = openMaterial(sources, reference, { limits, signal });
    const tree = await skillStore.stage(entries, { expected: undefined, limits, signal });
    return { manifestDigest: tree.digest, manifest: tree.manifest, report: await reportSkill(tree, folder) };
  }
}
