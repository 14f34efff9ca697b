// SPDX-License-Identifier: Apache-2.0
import type { FaultInjector, FaultPoint } from '../fault-points.js';

/** Thrown where a test stops a run. It carries no code, as a crash would carry none. */
export class InjectedFault extends Error {
  constructor(readonly point: FaultPoint) {
    super(`injected fault at ${point}`);
    this.name = 'InjectedFault';
  }
}

/** Throws the first time that `point` is reached, and never again. */
export function failOnceAt(point: FaultPoint): FaultInjector {
  let armed = true;
  return (reached) => {
    if (reached !== point || !armed) return;
    armed = false;
    throw new InjectedFault(point);
  };
}

/** Kills this process with SIGKILL when `point` is reached: nothing after it runs, no `finally`, no flush. */
export function killAt(point: FaultPoint): FaultInjector {
  return async (reached) => {
    if (reached !== point) return;
    process.kill(process.pid, 'SIGKILL');
    // The signal is asynchronous: do not let a single further step happen.
    await new Promise(() => undefined);
  };
}
