// SPDX-License-Identifier: Apache-2.0
import { expect, test } from '@jest/globals';
import { openJournal } from './readme-example.js';
import { commitTo } from './sample-commits.js';
import { temporaryJournal } from './temporary-journal.js';

const journal = temporaryJournal();

test('the example of the README runs', async () => {
  const store = openJournal(journal.folder);
  await store.commit(commitTo('a/1', 0));
  await store.close();
  expect(await journal.open().scan({ limit: 10 })).toHaveLength(1);
});
