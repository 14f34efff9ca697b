// SPDX-License-Identifier: Apache-2.0
// Plain JavaScript: tests, the reporter and the set-up of a run all read it, and only tests pass through a compiler.
import { spawnSync } from 'node:child_process';

/** What tests may need and npm cannot bring. `works` tries the real thing, because a binary alone proves little. */
const BACKENDS = {
  terminal: {
    lacking: 'no pseudo-terminal: `script` of util-linux is missing or refused',
    works: () => spawnSync('script', ['--quiet', '--return', '--command', 'true', '/dev/null']).status === 0,
  },
};

/** @typedef {keyof typeof BACKENDS} BackendName */

/**
 * @param {string} name
 * @returns {name is BackendName}
 */
const isBackend = (name) => Object.hasOwn(BACKENDS, name);

/**
 * Why a backend cannot be used on this machine; undefined when it can.
 * @param {BackendName} name
 */
export function whyNotHere(name) {
  const { works, lacking } = BACKENDS[name];
  return works() ? undefined : lacking;
}

/**
 * The backends that COUNTERSIGN_REQUIRE names, separated by commas. A name that does not exist is an error: a misspelt one
 * would require nothing.
 * @param {string | undefined} list
 * @returns {BackendName[]}
 */
export function requiredBackends(list = process.env['COUNTERSIGN_REQUIRE']) {
  const names = (list ?? '').split(',').map((name) => name.trim());
  return names.filter(Boolean).map((name) => {
    if (isBackend(name)) return name;
    throw new Error(`COUNTERSIGN_REQUIRE names ${name}; there is ${Object.keys(BACKENDS).join(', ')}`);
  });
}
