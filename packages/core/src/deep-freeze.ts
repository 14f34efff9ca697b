// SPDX-License-Identifier: Apache-2.0

/** Freezes a tree of plain data in place. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}

/** Whether nothing of a tree of data can change any more: an object that is frozen can still hold one that is not. */
export function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (!Object.isFrozen(value)) return false;
  return Object.values(Object.getOwnPropertyDescriptors(value)).every(
    // A getter of a frozen object may give something else each time.
    (member) => 'value' in member && isDeeplyFrozen(member.value),
  );
}
