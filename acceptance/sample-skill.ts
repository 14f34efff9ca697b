// SPDX-License-Identifier: Apache-2.0
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  DEFAULT_MATERIAL_LIMITS,
  DirectorySource,
  createCatalog,
  createManifest,
  manifestDigest,
  openMaterial,
  parseCapabilityId,
  sha256,
  type Catalog,
  type CatalogEntry,
  type ManifestFile,
} from '@countersign/core';

const SKILL = `---
name: context-managers
description: Repairs state restoration in nested Python context managers.
allowed-tools: Bash(python:*) Read
---
# Context managers

Run \`scripts/check.sh\` first; see https://docs.python.org/3/library/contextlib.html
`;

/** Writes a small skill with an executable and a name in another script. */
export async function writeSampleSkill(folder: string, extra: Readonly<Record<string, string>> = {}): Promise<void> {
  const files = {
    'SKILL.md': SKILL,
    'scripts/check.sh': '#!/bin/sh\nexit 0\n',
    'references/说明.md': '说明\n',
    ...extra,
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await chmod(join(folder, 'scripts/check.sh'), 0o755);
}

/** A catalog entry that pins what a folder below `baseFolder` holds now. */
export async function pinFolder(
  baseFolder: string,
  path: string,
  fields: Partial<CatalogEntry> = {},
): Promise<CatalogEntry> {
  const material = { scheme: 'directory', path };
  const sources = new Map([['directory', new DirectorySource(baseFolder)]]);
  const files: ManifestFile[] = [];
  const signal = new AbortController().signal;
  for await (const entry of openMaterial(sources, material, { limits: DEFAULT_MATERIAL_LIMITS, signal })) {
    const bytes = Buffer.concat(await collect(entry.body));
    files.push({ path: entry.path, executable: entry.executable, size: bytes.length, sha256: sha256(bytes) });
  }
  return {
    id: parseCapabilityId('context-managers'),
    kind: 'skill',
    title: 'Python context managers',
    description: 'Repairs state restoration in nested Python context managers.',
    triggers: ['context manager'],
    languages: ['Python'],
    publisher: 'a publisher',
    folder: 'context-managers',
    material,
    manifestDigest: manifestDigest(createManifest(files)),
    ...fields,
  };
}

export async function sampleCatalog(baseFolder: string): Promise<Catalog> {
  await writeSampleSkill(join(baseFolder, 'context-managers'));
  return createCatalog([await pinFolder(baseFolder, 'context-managers')]);
}

async function collect(body: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return chunks;
}
