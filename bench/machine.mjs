// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { cpus, release, totalmem, type } from 'node:os';

/**
 * What the figures were taken on.
 * @param {string} folder where the benchmarks write
 */
export function describeMachine(folder) {
  const processors = cpus();
  return {
    processor: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    fileSystem: fileSystemOf(folder),
    node: process.version,
  };
}

/** @param {string} folder */
function fileSystemOf(folder) {
  const { status, stdout } = spawnSync('findmnt', ['-no', 'FSTYPE', '-T', folder], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : 'unknown';
}
