// SPDX-License-Identifier: Apache-2.0
// node commit-forever.mjs FILE NAME [COMMITS]: says "ready", commits over two streams, and says each commit id once it is
// durable.
import { randomBytes } from 'node:crypto';
import { parseInstant, parseStreamName } from '@countersign/core';
import { SqliteEngineStore } from '@countersign/store-sqlite';

const [file = '', name = '', commits = 'Infinity'] = process.argv.slice(2);
const store = new SqliteEngineStore({ file, busyTimeoutMs: 60_000 });
const at = parseInstant('2026-08-02T12:30:00Z');
process.stdout.write('ready\n');

for (let n = 0; n < Number(commits); n += 1) {
  const commitId = randomBytes(16).toString('hex');
  const keys = [{ kind: /** @type {const} */ ('take'), key: `done/${commitId}`, value: n }];
  const event = { type: 'test.noted', data: { n, filler: 'x'.repeat(500) } };
  await store.commit({
    commitId,
    at,
    writes: [
      { stream: parseStreamName(`one/${commitId}`), expectedRevision: 0, events: [event, { ...event, keys }] },
      { stream: parseStreamName(`all/${name}`), expectedRevision: n, events: [event] },
    ],
  });
  process.stdout.write(`${commitId}\n`);
}
await store.close();
