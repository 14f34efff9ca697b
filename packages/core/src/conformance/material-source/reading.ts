// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { isCountersignError, type ErrorCode } from '../../errors/index.js';
import { DEFAULT_MATERIAL_LIMITS } from '../../material/manifest.js';
import type { Material, MaterialReference, MaterialSource, OpenOptions } from '../../material/material-source.js';
import { openMaterial } from '../../material/open-material.js';
import type { MaterialSourceBench, SampleFile } from './harness.js';

/** The files as core sees them, checks and all. */
export async function fetchFiles(source: MaterialSource, reference: MaterialReference): Promise<readonly SampleFile[]> {
  const options = { limits: DEFAULT_MATERIAL_LIMITS, signal: new AbortController().signal };
  const files: SampleFile[] = [];
  for await (const { path, executable, body } of openMaterial(new Map([[source.scheme, source]]), reference, options)) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    files.push({ path, executable, content: Buffer.concat(chunks) });
  }
  return files.sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
}

/** The bytes as the source itself delivers them, with none of core's checks between. */
export async function* deliveredBytes(material: Material): AsyncGenerator<Uint8Array> {
  if (material.kind === 'archive') yield* material.bytes;
  else for await (const { body } of material.entries) yield* body;
}

/** Opens and reads to the end. @returns how many bytes came before it failed, and how it failed */
export async function readUntilRefused(
  source: MaterialSource,
  reference: MaterialReference,
  options: OpenOptions,
): Promise<{ readonly bytes: number; readonly error: unknown }> {
  let bytes = 0;
  try {
    for await (const chunk of deliveredBytes(await source.open(reference, options))) bytes += chunk.byteLength;
  } catch (error) {
    return { bytes, error };
  }
  return { bytes, error: undefined };
}

/** A refusal by this code, in words that hold nothing of the machine. */
export function requireRefusal(error: unknown, code: ErrorCode, { secrets }: MaterialSourceBench): void {
  assert.ok(
    isCountersignError(error),
    `expected ${code}, got ${error === undefined ? 'no error' : 'an error without a code'}`,
  );
  assert.equal(error.code, code);
  const shown = `${error.message} ${JSON.stringify(error.details)}`;
  for (const secret of secrets) assert.ok(!shown.includes(secret), 'an error holds a text of this machine');
}

/** Closing may take a few turns of the event loop; a leak stays. */
export async function requireReleased(bench: MaterialSourceBench, before: number): Promise<void> {
  for (let turn = 0; turn < 100 && (await bench.openResources()) > before; turn += 1) await pause(10);
  assert.equal(await bench.openResources(), before, 'files or connections stay open');
}
