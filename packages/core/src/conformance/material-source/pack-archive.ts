// SPDX-License-Identifier: Apache-2.0
import { gzipSync } from 'node:zlib';
import { Header, Pax } from 'tar';
import type { SampleFile } from './harness.js';

const BLOCK_BYTES = 512;

/** A gzip tar of the files, their paths taken as they are: for benches of sources that deliver archives. */
export function packArchive(files: readonly SampleFile[]): Buffer {
  const end = Buffer.alloc(2 * BLOCK_BYTES);
  return gzipSync(Buffer.concat([...files.flatMap(packFile), end]));
}

function packFile({ path, executable, content }: SampleFile): readonly Uint8Array[] {
  // The path stands in the extended header, where it may be long and in any script.
  const header = new Header({ path: 'file', mode: executable ? 0o755 : 0o644, size: content.byteLength, type: 'File' });
  header.encode();
  const padding = Buffer.alloc((BLOCK_BYTES - (content.byteLength % BLOCK_BYTES)) % BLOCK_BYTES);
  return [new Pax({ path }).encode(), header.block ?? Buffer.alloc(0), content, padding];
}
