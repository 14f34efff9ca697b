// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import { SqliteEngineStore } from '@countersign/store-sqlite';
import { compare } from '../comparison.mjs';
import { typicalCommit } from '../fixtures/journal.mjs';
import { sizeName } from '../fixtures/journals.mjs';
import { openRawJournal } from '../floors/raw-commit.mjs';
import { interleave } from '../interleave.mjs';
import { FLAT, NEARLY_THE_FLOOR } from '../targets.mjs';

/** A durable commit against the same rows written by hand, in journals of several sizes. @type {import('../bench.mjs').Benchmark} */
export async function commit({ folder, sizes, journals, rounds }) {
  const pairs = await Promise.all(
    sizes.map(async (size) => {
      const subjectFile = await journals.copyTo(size, join(folder, `store-${size}.sqlite`));
      const floorFile = await journals.copyTo(size, join(folder, `raw-${size}.sqlite`));
      return { size, store: new SqliteEngineStore({ file: subjectFile }), raw: openRawJournal(floorFile) };
    }),
  );
  const contenders = pairs.flatMap(({ size, store, raw }) => [
    {
      name: subjectOf(size),
      prepare: () => {
        const request = typicalCommit();
        return () => store.commit(request);
      },
    },
    { name: floorOf(size), prepare: () => raw.prepare() },
  ]);
  const samples = await interleave(contenders, { rounds: rounds(400), warmUps: 50 });
  for (const { store, raw } of pairs) {
    await store.close();
    raw.close();
  }
  const [smallest = 0, ...larger] = sizes;
  return [
    ...sizes.map((size) =>
      compare(samples, { subject: subjectOf(size), floor: floorOf(size), target: NEARLY_THE_FLOOR }),
    ),
    ...larger.map((size) => compare(samples, { subject: subjectOf(size), floor: subjectOf(smallest), target: FLAT })),
    ...larger.map((size) => compare(samples, { subject: floorOf(size), floor: floorOf(smallest) })),
  ];
}

/** @param {number} size */
const subjectOf = (size) => `commit, ${sizeName(size)}`;

/** @param {number} size */
const floorOf = (size) => `raw better-sqlite3, ${sizeName(size)}`;
