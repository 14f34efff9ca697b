// SPDX-License-Identifier: Apache-2.0

/** As many as keep a disk busy; each holds one open file. */
const AT_ONCE = 8;

/** Works on the items a few at a time, in any order. The first error is thrown once nothing is running any more. */
export async function forEachBounded<Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items[Symbol.iterator]();
  let failed = false;
  const worker = async () => {
    for (let next = waiting.next(); !failed && next.done !== true; next = waiting.next()) {
      try {
        await work(next.value);
      } catch (thrown) {
        failed = true;
        throw thrown;
      }
    }
  };
  const results = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
