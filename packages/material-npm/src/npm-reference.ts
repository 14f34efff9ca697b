// SPDX-License-Identifier: Apache-2.0
import { invalidReference, readReferenceFields, requireReferencePath, type MaterialReference } from '@countersign/core';

/** One exact release of a package, pinned by the digest of its tarball. */
export interface NpmRelease {
  readonly package: string;
  /** An exact version, as in `1.2.3` or `1.2.3-beta.1`. */
  readonly version: string;
  /** `sha512-` and the digest in base64, as the registry and npm's lock files write it. */
  readonly integrity: string;
}

/** A skill in a release. `path` is its folder inside the package; `.`, or no path, for the package itself. */
export interface NpmReference extends NpmRelease {
  readonly scheme: 'npm';
  readonly path?: string;
  readonly [field: string]: string;
}

const NAME_PART = '[a-z0-9~-][a-z0-9._~-]*';
const NAME = new RegExp(`^(?=.{1,214}$)(?:@${NAME_PART}/)?${NAME_PART}$`);
const EXACT_VERSION = /^\d{1,16}\.\d{1,16}\.\d{1,16}(?:-[0-9A-Za-z.-]{1,100})?(?:\+[0-9A-Za-z.-]{1,100})?$/;
const SHA512 = /^sha512-[A-Za-z0-9+/]{86}==$/;

/** @throws `source-reference-invalid` with the field in the details */
export function readNpmReference(reference: MaterialReference): NpmRelease & { readonly path: string } {
  const fields = readReferenceFields(reference, {
    required: ['package', 'version', 'integrity'],
    optional: ['path'],
  });
  const { version, integrity, path = '.' } = fields;
  requirePackageName(fields.package);
  // pacote would read `1.0.0-a.tgz` as the name of a file.
  if (!EXACT_VERSION.test(version) || /\.(?:tgz|tar|tar\.gz)$/i.test(version)) throw invalidReference('version');
  if (!SHA512.test(integrity)) throw invalidReference('integrity');
  if (path !== '.') requireReferencePath('path', path);
  return { package: fields.package, version, integrity, path };
}

/** @throws `source-reference-invalid` */
export function requirePackageName(name: string): void {
  if (!NAME.test(name)) throw invalidReference('package');
}

/** An exact version, a range or a tag: anything but what names a place. @throws `source-reference-invalid` */
export function requireVersionSpec(version: string): void {
  if (!/^[0-9A-Za-z^~<>=*|+][0-9A-Za-z^~<>=*|+. -]{0,255}$/.test(version) || /\.(?:tgz|tar|tar\.gz)$/i.test(version)) {
    throw invalidReference('version');
  }
}

/** The SHA-512 among the digests of an integrity text. */
export function sha512Of(integrity: string | undefined): string | undefined {
  return integrity?.split(/\s+/).find((digest) => SHA512.test(digest));
}
