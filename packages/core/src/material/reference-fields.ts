// SPDX-License-Identifier: Apache-2.0
import { CountersignError } from '../errors/index.js';
import type { MaterialReference } from './material-source.js';
import { pathFault } from './safe-path.js';

/** A reference is for people to write; more than this is no name of anything. */
const MAX_FIELD_CHARACTERS = 1024;
/** A path inside a package or below a base folder. What is found there has the limits of the capability. */
const REFERENCE_PATH_LIMITS = { maxPathBytes: MAX_FIELD_CHARACTERS, maxDepth: 64 };

/**
 * The fields of a reference, with nothing missing and nothing unknown: a field that is misspelt, and so ignored, could be
 * the one that pins the bytes.
 * @throws `source-reference-invalid`, with the field in the details
 */
export function readReferenceFields<Required extends string, Optional extends string = never>(
  reference: MaterialReference,
  names: { readonly required: readonly Required[]; readonly optional?: readonly Optional[] },
): Readonly<Record<Required, string> & Partial<Record<Optional, string>>> {
  const known = ['scheme', ...names.required, ...(names.optional ?? [])];
  for (const [field, value] of Object.entries(reference)) {
    if (!known.includes(field) || !isPlainText(value)) throw invalidReference(field);
  }
  for (const field of names.required) if (reference[field] === undefined) throw invalidReference(field);
  return reference as Readonly<Record<Required, string> & Partial<Record<Optional, string>>>;
}

/** A field that names a relative path. @throws `source-reference-invalid` */
export function requireReferencePath(field: string, path: string): void {
  if (pathFault(path, REFERENCE_PATH_LIMITS) !== undefined) throw invalidReference(field);
}

export function invalidReference(field: string): CountersignError {
  return new CountersignError('source-reference-invalid', { details: { field: field.slice(0, 64) } });
}

function isPlainText(value: unknown): boolean {
  if (typeof value !== 'string' || value === '' || value.length > MAX_FIELD_CHARACTERS) return false;
  return value.isWellFormed() && !/\p{Cc}/u.test(value);
}
