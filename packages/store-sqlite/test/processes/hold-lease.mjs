// SPDX-License-Identifier: Apache-2.0
// node hold-lease.mjs FILE TTL_MS: takes the lease "work", says its token, and for each line it reads tries a fenced commit.
import { createInterface } from 'node:readline';
import { isCountersignError, parseInstant, parseStreamName } from '@countersign/core';
import { SqliteEngineStore } from '@countersign/store-sqlite';

const [file = '', ttlMs = ''] = process.argv.slice(2);
const store = new SqliteEngineStore({ file });
const lease = await store.acquireLease('work', { ttlMs: Number(ttlMs), waitMs: 30_000 });
process.stdout.write(`${lease.token}\n`);

for await (const commitId of createInterface(process.stdin)) {
  try {
    await store.commit({
      commitId,
      at: parseInstant('2026-08-02T12:30:00Z'),
      writes: [
        {
          stream: parseStreamName(`test/${commitId}`),
          expectedRevision: 0,
          events: [{ type: 'test.noted', data: {} }],
        },
      ],
      fence: { lease: lease.name, token: lease.token },
    });
    process.stdout.write('committed\n');
  } catch (error) {
    process.stdout.write(`${isCountersignError(error) ? error.code : String(error)}\n`);
  }
}
