// SPDX-License-Identifier: Apache-2.0

/**
 * One thing that is timed. `prepare` is not: it makes what the operation needs, such as a fresh folder.
 * @typedef {{ name: string, prepare: (round: number) => Operation | Promise<Operation> }} Contender
 */
/** @typedef {() => unknown} Operation */
/** Milliseconds of each round, by contender. @typedef {ReadonlyMap<string, readonly number[]>} Samples */

/**
 * Times all contenders in every round, so that whatever else the machine does meets them all. Every second round goes
 * backwards, so that none always follows the same one.
 * @param {readonly Contender[]} contenders
 * @param {{ rounds: number, warmUps: number }} options
 * @returns {Promise<Samples>}
 */
export async function interleave(contenders, { rounds, warmUps }) {
  const samples = new Map(contenders.map(({ name }) => [name, /** @type {number[]} */ ([])]));
  for (let round = 0; round < warmUps + rounds; round += 1) {
    const order = round % 2 === 0 ? contenders : [...contenders].reverse();
    for (const { name, prepare } of order) {
      const operation = await prepare(round);
      const startedMs = performance.now();
      await operation();
      const elapsedMs = performance.now() - startedMs;
      if (round >= warmUps) samples.get(name)?.push(elapsedMs);
    }
  }
  return samples;
}
