// SPDX-License-Identifier: Apache-2.0
import { parseArgs } from 'node:util';

export const USAGE = `npm run bench -- [options]
  --quick        fewer rounds, 100 skills, no journal of 1,000,000 records
  --only NAME    one benchmark; can be given again
  --json FILE    also write every figure to FILE`;

export class WrongUsage extends Error {}

/**
 * @param {string[]} args
 * @param {readonly string[]} names of the benchmarks
 * @throws {WrongUsage}
 */
export function readCommandLine(args, names) {
  const { only, ...options } = parse(args);
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new WrongUsage(`there is no benchmark ${unknown}; there are ${names.join(', ')}`);
  return { ...options, names: only.length === 0 ? names : only };
}

/** @param {string[]} args */
function parse(args) {
  try {
    return parseArgs({
      args,
      options: {
        quick: { type: 'boolean', default: false },
        only: { type: 'string', multiple: true, default: [] },
        json: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (cause) {
    throw new WrongUsage(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
