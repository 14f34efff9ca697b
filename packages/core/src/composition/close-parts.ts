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
  for (const part of [...new Set(parts)].reverse().filter(isClosable)) {
    try {
      await part.close();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new CountersignError('close-failed', { cause: new AggregateError(failures) });
}

function isClosable(part: object): part is Closable {
  return 'close' in part && typeof part.close === 'function';
}
