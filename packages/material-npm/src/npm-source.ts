// SPDX-License-Identifier: Apache-2.0
import {
  requireNotAborted,
  type Material,
  type MaterialReference,
  type MaterialSource,
  type OpenOptions,
} from '@countersign/core';
import { readNpmReference } from './npm-reference.js';
import { NpmRegistry, type NpmOptions } from './npm-registry.js';

/** npm packs every file below this folder. */
const PACKAGE_FOLDER = 'package';
const PORTION_BYTES = 64 * 1024;

/**
 * Skills in npm packages. Fields: `package`, `version` (exact), `integrity` (SHA-512, required: without it the registry
 * could hand out other bytes at any time), and `path`, the folder inside the package. Only the tarball's bytes are used:
 * no script of the package runs, no dependency is installed. Holds one packed package in memory, at most `maxBytes`.
 */
export class NpmSource implements MaterialSource {
  readonly scheme = 'npm';
  readonly #registry: NpmRegistry;

  constructor(options: NpmOptions) {
    this.#registry = new NpmRegistry(options);
  }

  async open(reference: MaterialReference, { maxBytes, signal }: OpenOptions): Promise<Material> {
    const release = readNpmReference(reference);
    const tarball = await this.#registry.fetch(release, maxBytes, signal);
    const root = release.path === '.' ? PACKAGE_FOLDER : `${PACKAGE_FOLDER}/${release.path}`;
    return { kind: 'archive', bytes: inPortions(tarball, signal), root };
  }
}

async function* inPortions(bytes: Buffer, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < bytes.length; offset += PORTION_BYTES) {
    requireNotAborted(signal);
    yield bytes.subarray(offset, offset + PORTION_BYTES);
  }
}
