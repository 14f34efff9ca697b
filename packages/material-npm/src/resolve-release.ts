// SPDX-License-Identifier: Apache-2.0
import { requirePackageName, requireVersionSpec, type NpmRelease } from './npm-reference.js';
import { NpmRegistry, type NpmOptions } from './npm-registry.js';

/** What a person names: a version, a range such as `^1.2.0`, or a tag such as `latest`. */
export interface NpmSpec {
  readonly package: string;
  readonly version: string;
}

/**
 * The exact release that a person means, with the digest that the registry records for it: what `catalog add` pins. It is
 * the registry's word; from then on the pin holds, whatever the registry says.
 * @throws `source-reference-invalid`, `source-not-found`, `source-unpinned`, `source-forbidden`, `source-unreachable`,
 *   `source-timeout`, `aborted`
 */
export async function resolveNpmRelease(spec: NpmSpec, options: NpmOptions, signal: AbortSignal): Promise<NpmRelease> {
  requirePackageName(spec.package);
  requireVersionSpec(spec.version);
  return new NpmRegistry(options).resolve(spec.package, spec.version, signal);
}
