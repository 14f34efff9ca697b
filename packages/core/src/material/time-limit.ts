// SPDX-License-Identifier: Apache-2.0
import { CountersignError } from '../errors/index.js';
import { requireNotAborted } from './guarded.js';

export interface TimeLimit {
  /** Fires with `source-timeout` or `aborted` as its reason, whichever comes first. */
  readonly signal: AbortSignal;
  /** Stops the clock and tells whoever still listens to stop. */
  end(): void;
}

/** A signal that also fires after `timeoutMs`. @throws `aborted` when the caller's signal has fired already */
export function startTimeLimit(timeoutMs: number, caller: AbortSignal): TimeLimit {
  requireNotAborted(caller);
  const stop = new AbortController();
  const onAbort = () => stop.abort(new CountersignError('aborted', { cause: caller.reason }));
  const timer = setTimeout(
    () => stop.abort(new CountersignError('source-timeout', { details: { timeoutMs } })),
    timeoutMs,
  );
  caller.addEventListener('abort', onAbort, { once: true });
  return {
    signal: stop.signal,
    end: () => {
      clearTimeout(timer);
      caller.removeEventListener('abort', onAbort);
      stop.abort(new CountersignError('aborted'));
    },
  };
}
