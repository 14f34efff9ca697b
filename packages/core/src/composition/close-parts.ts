// SPDX-License-Identifier: Apache-2.0
import { CountersignError } from '../errors/index.js';

interface Closable {
  close(): unknown;
}

/**
 * Closes what has a `close` method, newest first, each once, even when one fails.
 * @throws `close-failed` with all causes
 */
export async function closeParts(parts: readonly object[]): Promise<void> {
  const failures: unknown[] = [];
  for (const part of newestFirst(parts)) {
    try {
      await part.close();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new CountersignError('close-failed', { cause: new AggregateError(failures) });
}

/**
 * Closes the parts of a stack that could not be composed: newest first, all of them begun before this returns. Nothing was
 * asked of them yet, so none has to wait for another. What fails here gives way to the error that stopped the composing.
 */
export function abandonParts(parts: readonly object[]): void {
  for (const part of newestFirst(parts)) {
    new Promise((resolve) => resolve(part.close())).catch(() => undefined);
  }
}

function newestFirst(parts: readonly object[]): readonly Closable[] {
  return [...new Set(parts)].reverse().filter(isClosable);
}

function isClosable(part: object): part is Closable {
  return 'close' in part && typeof part.close === 'function';
}
