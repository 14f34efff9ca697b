// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { errnoOf } from './file-error.js';

let scopeOfThisProcess: Promise<string> | undefined;

/**
 * Where a process id means what it means here: this machine since it was started, and this pid namespace. In another
 * container or after a restart the same number is another process. 16 hex digits; read once in a process.
 */
export function processScope(): Promise<string> {
  return (scopeOfThisProcess ??= readProcessScope());
}

async function readProcessScope(): Promise<string> {
  // Linux has both; elsewhere there are no namespaces, and the host's name has to do.
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '');
  return createHash('sha256').update(`${hostname()}\n${boot}\n${namespace}`).digest('hex').slice(0, 16);
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    // EPERM: it runs, as another user.
    return errnoOf(thrown) !== 'ESRCH';
  }
}
