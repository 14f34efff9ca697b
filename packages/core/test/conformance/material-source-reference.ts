// SPDX-License-Identifier: Apache-2.0
import {
  CountersignError,
  type Material,
  type MaterialEntry,
  type MaterialReference,
  type MaterialSource,
  type OpenOptions,
} from '@countersign/core';
import type { MaterialSourceBench, MaterialSourceHarness, SampleFile } from '@countersign/core/conformance';

export const SECRET = '/srv/release-manager/shelf';

/** A right source over files in memory. The broken ones change one step of it. */
export class ShelfSource implements MaterialSource {
  readonly scheme: string = 'shelf';
  readonly shelf = new Map<string, readonly SampleFile[]>();
  opened = 0;

  async open(reference: MaterialReference, options: OpenOptions): Promise<Material> {
    this.requireFields(reference);
    this.requireNotAborted(options.signal);
    const files = this.shelf.get(reference['name'] ?? '') ?? this.notFound();
    return { kind: 'tree', entries: this.entries(files, options) };
  }

  requireFields({ scheme, name, ...others }: MaterialReference): void {
    const isValid = scheme === this.scheme && /^[a-z]+$/.test(name ?? '') && Object.keys(others).length === 0;
    if (!isValid) throw new CountersignError('source-reference-invalid');
  }

  requireNotAborted(signal: AbortSignal): void {
    if (signal.aborted) throw new CountersignError('aborted');
  }

  notFound(): never {
    throw new CountersignError('source-not-found');
  }

  async *entries(files: readonly SampleFile[], options: OpenOptions): AsyncGenerator<MaterialEntry> {
    let total = 0;
    for (const file of files) {
      this.requireNotAborted(options.signal);
      total += file.content.byteLength;
      this.requireWithin(total, options.maxBytes);
      yield { ...this.announce(file), body: this.body(file, options.signal) };
    }
  }

  requireWithin(total: number, maxBytes: number): void {
    if (total > maxBytes) throw new CountersignError('material-too-large');
  }

  announce({ path, executable, content }: SampleFile): Omit<MaterialEntry, 'body'> {
    return { path, executable, size: content.byteLength };
  }

  async *body({ content }: SampleFile, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    this.opened += 1;
    try {
      for (let offset = 0; offset < content.byteLength; offset += 65_536) {
        this.requireNotAborted(signal);
        yield content.subarray(offset, offset + 65_536);
      }
    } finally {
      this.closed();
    }
  }

  closed(): void {
    this.opened -= 1;
  }
}

export function shelfHarness(createSource: () => ShelfSource): MaterialSourceHarness {
  return {
    createBench: async (): Promise<MaterialSourceBench> => {
      const source = createSource();
      return {
        source,
        provide: async (files) => {
          source.shelf.set('sample', files);
          return { scheme: 'shelf', name: 'sample' };
        },
        missing: [{ scheme: 'shelf', name: 'missing' }],
        invalid: [{ scheme: 'shelf', name: 'Sample 1' }],
        secrets: [SECRET],
        openResources: async () => source.opened,
        remove: async () => source.shelf.clear(),
      };
    },
  };
}
