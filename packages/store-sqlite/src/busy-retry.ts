// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import { codedError } from './vendor-errors.js';

const LONGEST_PAUSE_MS = 25;

/**
 * Runs `attempt` until it finds the database free. SQLite itself is told not to wait, because it would block the event
 * loop; here the loop runs on between attempts. Everything but `busy` ends it at once.
 * @throws `busy` when it is still locked after `timeoutMs`, else what the attempt threw, coded
 */
export async function retryWhileBusy<Result>(attempt: () => Result, timeoutMs: number): Promise<Result> {
  const deadline = performance.now() + timeoutMs;
  for (let pauseMs = 1; ; pauseMs = nextPauseMs(pauseMs)) {
    try {
      return attempt();
    } catch (thrown) {
      const error = codedError(thrown);
      if (error.code !== 'busy' || performance.now() >= deadline) throw error;
    }
    // Jitter, so that processes that collided once do not collide in step for ever.
    await sleep(pauseMs * Math.random());
  }
}

function nextPauseMs(pauseMs: number): number {
  return Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
}
