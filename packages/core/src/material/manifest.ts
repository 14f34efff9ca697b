// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { JsonValue } from '../canonical-json.js';
import { digestOf } from '../digest.js';
import { CountersignError } from '../errors/index.js';
import type { Digest } from '../ids.js';

/** One file of a capability. */
export interface ManifestFile {
  /** NFC, `/` between components, relative, checked by `requireSafePath`. */
  readonly path: string;
  /** The only mode bit that matters: whether the file may be run. */
  readonly executable: boolean;
  /** Bytes. */
  readonly size: number;
  readonly sha256: Digest;
}

/**
 * Every file of a capability, sorted by the UTF-8 bytes of the path. Its digest is the capability's identity; folders
 * exist only as part of paths. A strict superset of the file list of the MCP Skills extension.
 */
export interface Manifest {
  readonly schema: 'countersign/manifest/v1';
  readonly files: readonly ManifestFile[];
}

/** Limits on material, each enforced while bytes stream in. */
export interface MaterialLimits {
  readonly maxFiles: number;
  /** Sum of all file sizes. */
  readonly maxBytes: number;
  /** UTF-8 bytes of a path. */
  readonly maxPathBytes: number;
  /** Components of a path. */
  readonly maxDepth: number;
  /** Unpacked bytes per packed byte, counted once 1 MiB has been unpacked. */
  readonly maxRatio: number;
  /** From opening the source to its last byte. */
  readonly timeoutMs: number;
}

/** At least what the MCP Skills extension asks of hosts (512 files, 16 MiB), with room for the largest real packs. */
export const DEFAULT_MATERIAL_LIMITS: MaterialLimits = {
  maxFiles: 4096,
  maxBytes: 64 * 1024 * 1024,
  maxPathBytes: 512,
  maxDepth: 16,
  maxRatio: 200,
  timeoutMs: 120_000,
};

const manifestShape = z.strictObject({
  schema: z.literal('countersign/manifest/v1'),
  files: z.array(
    z.strictObject({
      path: z.string().min(1),
      executable: z.boolean(),
      size: z.int().nonnegative(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
});

/** Sorts the files and refuses a path that is there twice. @throws `entry-duplicate`, `material-empty` */
export function createManifest(files: readonly ManifestFile[]): Manifest {
  if (files.length === 0) throw new CountersignError('material-empty');
  const sorted = files
    .map(({ path, executable, size, sha256 }) => ({ path, executable, size, sha256, order: Buffer.from(path) }))
    .sort((a, b) => Buffer.compare(a.order, b.order));
  if (sorted.some((file, index) => file.path === sorted[index - 1]?.path))
    throw new CountersignError('entry-duplicate');
  return {
    schema: 'countersign/manifest/v1',
    files: sorted.map(({ path, executable, size, sha256 }) => ({ path, executable, size, sha256 })),
  };
}

/** Reads a manifest from its JSON value. @throws `shape-invalid`, `entry-duplicate`, `material-empty` */
export function readManifest(value: JsonValue): Manifest {
  const parsed = manifestShape.safeParse(value);
  if (!parsed.success) throw new CountersignError('shape-invalid', { details: { document: 'manifest' } });
  return createManifest(parsed.data.files as ManifestFile[]);
}

export function manifestDigest(manifest: Manifest): Digest {
  return digestOf('manifest', manifest as unknown as JsonValue);
}

export function totalBytes(manifest: Manifest): number {
  return manifest.files.reduce((sum, file) => sum + file.size, 0);
}
