// SPDX-License-Identifier: Apache-2.0
import type { CatalogEntry } from '../../src/catalog/catalog.js';
import { parseCapabilityId, parseDigest } from '../../src/ids.js';

export function sampleEntry(id: string, fields: Partial<CatalogEntry> = {}): CatalogEntry {
  return {
    id: parseCapabilityId(id),
    kind: 'skill',
    title: id,
    description: '',
    triggers: [],
    languages: [],
    publisher: 'a publisher',
    folder: id,
    material: { scheme: 'directory', path: id },
    manifestDigest: parseDigest('0'.repeat(64)),
    ...fields,
  };
}
