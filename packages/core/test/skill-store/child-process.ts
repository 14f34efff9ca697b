// SPDX-License-Identifier: Apache-2.0
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('./stage-and-publish.mjs', import.meta.url));

/** How a process ended: by itself with a code, or by a signal. */
export type Ending = number | NodeJS.Signals | null;

/** Starts a task of stage-and-publish.mjs, which runs the compiled package. */
export function startTask(folder: string, task: string, argument = ''): ChildProcess {
  // No loader flags of the test runner: the process is plain Node.
  return fork(SCRIPT, [folder, task, argument], { execArgv: [] });
}

export async function endOf(child: ChildProcess): Promise<Ending> {
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return code ?? signal;
}

export async function nextMessage(child: ChildProcess): Promise<unknown> {
  const [message] = (await once(child, 'message')) as [unknown];
  return message;
}

/** Kills it as `kill -9` does, and waits until it is gone. */
export async function killAndWait(child: ChildProcess): Promise<Ending> {
  const ending = endOf(child);
  child.kill('SIGKILL');
  return ending;
}
