// SPDX-License-Identifier: Apache-2.0

/** Facts of an error differ by its code. */
const FREE = new Set(['details']);
/** Objects that differ in one of these are variants of a union. */
const TAGS = ['kind', 'scheme'];

/**
 * The first place at which an example does not have the shape of what is printed: names of fields, and types of values. A
 * null on either side says nothing.
 */
export function shapeDifference(printed: unknown, example: unknown, at = '$'): string | undefined {
  if (printed === undefined || example === undefined)
    return `${at}: ${printed === undefined ? 'not printed' : 'no example'}`;
  const actual = JSON.parse(JSON.stringify(printed)) as unknown;
  if (actual === null || example === null) return undefined;
  if (Array.isArray(actual) && Array.isArray(example)) return differenceOfItems(actual, example, at);
  if (isObject(actual) && isObject(example)) return differenceOfFields(actual, example, at);
  return typeof actual === typeof example ? undefined : `${at}: ${typeof actual}, not ${typeof example}`;
}

function differenceOfItems(actual: readonly unknown[], example: readonly unknown[], at: string): string | undefined {
  if (example.length === 0 || actual.length === 0) return undefined;
  // Each kind of item that is printed fits one of those that are shown.
  const differences = actual.map((item) => example.map((shown) => shapeDifference(item, shown, `${at}[]`)));
  return differences.find((all) => all.every((difference) => difference !== undefined))?.[0];
}

function differenceOfFields(actual: Fields, example: Fields, at: string): string | undefined {
  if (TAGS.some((tag) => actual[tag] !== example[tag])) return undefined;
  const missing = Object.keys(actual).find((name) => !(name in example));
  if (missing !== undefined) return `${at}.${missing}: no example`;
  return Object.keys(example)
    .filter((name) => !FREE.has(name))
    .map((name) => shapeDifference(actual[name], example[name], `${at}.${name}`))
    .find((difference) => difference !== undefined);
}

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
