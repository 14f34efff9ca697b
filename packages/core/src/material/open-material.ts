// SPDX-License-Identifier: Apache-2.0
import { CountersignError, assertNever } from '../errors/index.js';
import { EntryCheck } from './entry-check.js';
import { guarded, guardedWait } from './guarded.js';
import type { MaterialLimits } from './manifest.js';
import type { Material, MaterialEntry, MaterialReference, MaterialSource } from './material-source.js';
import { startTimeLimit } from './time-limit.js';
import { unpackArchive } from './unpack.js';

export interface OpenMaterialOptions {
  readonly limits: MaterialLimits;
  readonly signal: AbortSignal;
}

/**
 * Opens what a reference names, by the source of its scheme, and hands over checked entries: relative, safe and distinct
 * paths, regular files only, as many bytes as announced, all within the limits. Each body is consumed before the next
 * entry is asked for. Nothing counts as complete before the generator ends without an error. An error, the signal, the
 * time limit, or leaving early closes the source.
 * @throws `source-*`, `archive-*`, `entry-*`, `path-*`, `material-*` but `material-digest-mismatch`, `aborted`; whatever
 *   else a source throws becomes `source-unreachable` with its cause
 */
export async function* openMaterial(
  sources: ReadonlyMap<string, MaterialSource>,
  reference: MaterialReference,
  { limits, signal }: OpenMaterialOptions,
): AsyncGenerator<MaterialEntry> {
  const source = sources.get(reference.scheme);
  if (source === undefined) throw new CountersignError('source-unknown', { details: { scheme: reference.scheme } });
  const timeLimit = startTimeLimit(limits.timeoutMs, signal);
  try {
    const options = { maxBytes: limits.maxBytes, signal: timeLimit.signal };
    const material = await guardedWait(() => source.open(reference, options), timeLimit.signal);
    let isEmpty = true;
    for await (const entry of checkedEntries(material, limits, timeLimit.signal)) {
      isEmpty = false;
      yield entry;
    }
    if (isEmpty) throw new CountersignError('material-empty');
  } finally {
    timeLimit.end();
  }
}

function checkedEntries(material: Material, limits: MaterialLimits, signal: AbortSignal): AsyncIterable<MaterialEntry> {
  switch (material.kind) {
    case 'archive':
      return unpackArchive(material.bytes, { root: material.root, limits, signal });
    case 'tree':
      return checkedTree(material.entries, limits, signal);
    default:
      return assertNever(material);
  }
}

async function* checkedTree(
  entries: AsyncIterable<MaterialEntry>,
  limits: MaterialLimits,
  signal: AbortSignal,
): AsyncGenerator<MaterialEntry> {
  const check = new EntryCheck(limits);
  for await (const { path, executable, size, body } of guarded(entries, signal)) {
    check.accept({ kind: 'file', path, size });
    yield { path, executable, size, body: exactBody(guarded(body, signal), size) };
  }
}

/** @throws `material-size-mismatch`, at the first byte too many already */
async function* exactBody(body: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let seen = 0;
  for await (const chunk of body) {
    seen += chunk.byteLength;
    if (seen > size) break;
    yield chunk;
  }
  if (seen !== size) throw new CountersignError('material-size-mismatch', { details: { announcedBytes: size } });
}
