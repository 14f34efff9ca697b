// SPDX-License-Identifier: Apache-2.0
// node fill-disk.mjs FILE: commits until one fails, and says each commit id; then the id, the code, and how many records
// the same store still reads.
import { isCountersignError, parseInstant, parseStreamName } from '@countersign/core';
import { SqliteEngineStore } from '@countersign/store-sqlite';

const [file = ''] = process.argv.slice(2);
const store = new SqliteEngineStore({ file });
const at = parseInstant('2026-08-02T12:30:00Z');

for (let n = 0; ; n += 1) {
  const commitId = `commit-${n}`;
  const event = { type: 'test.noted', data: { filler: 'x'.repeat(20_000) } };
  const writes = ['one', 'two'].map((category) => ({
    stream: parseStreamName(`${category}/${n}`),
    expectedRevision: 0,
    events: [event],
  }));
  try {
    await store.commit({ commitId, at, writes });
    process.stdout.write(`${commitId}\n`);
  } catch (error) {
    const records = await store.scan({ limit: 1000 });
    process.stdout.write(`${commitId} ${isCountersignError(error) ? error.code : String(error)} ${records.length}\n`);
    break;
  }
}
