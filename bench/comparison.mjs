// SPDX-License-Identifier: Apache-2.0
import { summarise } from './statistics.mjs';

/** @typedef {import('./statistics.mjs').Summary} Summary */
/** Largest ratio, or longest median in milliseconds, that is good enough. @typedef {{ of: 'ratio' | 'median', atMost: number }} Target */

/**
 * One line of the results. Times are milliseconds of one operation; `ratio` is the subject's time by the floor's.
 * @typedef {object} Comparison
 * @property {string} subject
 * @property {string} floor
 * @property {Summary} subjectMs
 * @property {Summary} floorMs
 * @property {Summary} ratio
 * @property {Target | null} target
 * @property {boolean | null} met null where there is no target
 */

/**
 * @param {import('./interleave.mjs').Samples} samples
 * @param {{ subject: string, floor: string, operations?: number, target?: Target }} options
 *   `operations`: how many of them one sample is
 * @returns {Comparison}
 */
export function compare(samples, { subject, floor, operations = 1, target }) {
  const subjectTimes = timesOf(samples, subject);
  const floorTimes = timesOf(samples, floor);
  const subjectMs = summarise(subjectTimes.map((ms) => ms / operations));
  const floorMs = summarise(floorTimes.map((ms) => ms / operations));
  // Round by round: what slowed a whole round down then cancels out.
  const ratio = summarise(subjectTimes.map((ms, round) => ms / (floorTimes[round] ?? Number.NaN)));
  const measured = target?.of === 'median' ? subjectMs.median : ratio.median;
  const met = target === undefined ? null : measured <= target.atMost;
  return { subject, floor, subjectMs, floorMs, ratio, target: target ?? null, met };
}

/**
 * @param {import('./interleave.mjs').Samples} samples
 * @param {string} name
 */
function timesOf(samples, name) {
  const times = samples.get(name);
  if (times === undefined) throw new Error(`nothing was measured as ${name}`);
  return times;
}
