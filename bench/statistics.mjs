// SPDX-License-Identifier: Apache-2.0

/** @typedef {{ median: number, q1: number, q3: number, p95: number, samples: number }} Summary */

/**
 * Medians and quartiles, since one slow flush of the disk moves a mean and leaves these where they are.
 * @param {readonly number[]} values
 * @returns {Summary}
 */
export function summarise(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return {
    median: quantile(sorted, 0.5),
    q1: quantile(sorted, 0.25),
    q3: quantile(sorted, 0.75),
    p95: quantile(sorted, 0.95),
    samples: sorted.length,
  };
}

/**
 * Linear between the two nearest ranks.
 * @param {readonly number[]} sorted
 * @param {number} share
 */
function quantile(sorted, share) {
  const rank = (sorted.length - 1) * share;
  const below = sorted[Math.floor(rank)] ?? Number.NaN;
  const above = sorted[Math.ceil(rank)] ?? Number.NaN;
  return below + (above - below) * (rank - Math.floor(rank));
}
