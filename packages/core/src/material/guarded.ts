// SPDX-License-Identifier: Apache-2.0
import { CountersignError, isCountersignError } from '../errors/index.js';

/** The coded error that a fired signal stands for: its reason if that is one, else `aborted`. */
function abortError(signal: AbortSignal): CountersignError {
  const reason: unknown = signal.reason;
  return isCountersignError(reason) ? reason : new CountersignError('aborted', { cause: reason });
}

/** @throws `aborted`, or the coded reason of the signal */
export function requireNotAborted(signal: AbortSignal): void {
  if (signal.aborted) throw abortError(signal);
}

/**
 * Takes one foreign step. The wait ends when the signal fires, even if the other side never answers, and what the
 * other side throws becomes `source-unreachable` with its cause: its text may hold paths, hosts or tokens.
 */
export async function guardedWait<T>(step: () => PromiseLike<T>, signal: AbortSignal): Promise<T> {
  let stop = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(abortError(signal));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([step(), aborted]);
  } catch (error) {
    // A source that was told to stop may fail in its own words; the reason is known better here.
    requireNotAborted(signal);
    throw isCountersignError(error) ? error : new CountersignError('source-unreachable', { cause: error });
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Passes foreign items on, each wait guarded. Leaving early closes the other side. */
export async function* guarded<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  let done = false;
  try {
    for (;;) {
      const next = await guardedWait(() => iterator.next(), signal);
      done = next.done === true;
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    if (!done) await close(iterator, signal);
  }
}

async function close(iterator: AsyncIterator<unknown>, signal: AbortSignal): Promise<void> {
  const closed = Promise.resolve(iterator.return?.()).catch(() => undefined);
  // A source that hangs would hold us here: its generator cannot return before its pending step ends.
  if (!signal.aborted) await closed;
}
