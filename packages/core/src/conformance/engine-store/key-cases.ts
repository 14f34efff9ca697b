// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { allKeys, assertSame, leavesUnchanged, outcomeOf, rejectsWith } from './expectations.js';
import type { StoreCase } from './harness.js';
import { commitOf, event, release, take, taking, write } from './requests.js';

export const keyCases: readonly StoreCase[] = [
  {
    name: 'keys: a taken key is looked up with its value, a released one is gone',
    async run({ store }) {
      await store.commit(commitOf(write('a/1', 0, event({}, take('k', { at: [1, 2] })))));
      assertSame(await store.lookup('k'), { key: 'k', value: { at: [1, 2] } });
      await store.commit(commitOf(write('a/1', 1, event({}, release('k')))));
      assert.equal(await store.lookup('k'), undefined);
      assertSame(await allKeys(store), []);
    },
  },
  {
    name: 'keys: a taken key stays taken over later commits',
    async run({ store }) {
      await store.commit(taking('nonce/1'));
      await store.commit(taking('nonce/2'));
      await store.commit(commitOf(write('a/1', 0, event())));
      assertSame(await store.lookup('nonce/1'), { key: 'nonce/1', value: null });
      await rejectsWith('claim-taken', store.commit(taking('nonce/1')));
    },
  },
  {
    name: 'keys: taking a taken key is refused with claim-taken and writes nothing',
    async run({ store }) {
      await store.commit(taking('k'));
      await leavesUnchanged(store, async () => {
        await rejectsWith('claim-taken', store.commit(taking('k')));
        await rejectsWith('claim-taken', store.commit(taking('new', 'k')));
        const late = commitOf(write('a/1', 0, event({}, take('new'))), write('a/2', 0, event(), event({}, take('k'))));
        await rejectsWith('claim-taken', store.commit(late));
      });
    },
  },
  {
    name: 'keys: taking one key twice in one commit is refused with claim-taken',
    async run({ store }) {
      await leavesUnchanged(store, () => rejectsWith('claim-taken', store.commit(taking('k', 'k'))));
    },
  },
  {
    name: 'keys: releasing a free key is refused with claim-missing and writes nothing',
    async run({ store }) {
      await store.commit(taking('k'));
      await leavesUnchanged(store, async () => {
        const missing = commitOf(write('a/1', 0, event({}, take('new'), release('k'), release('k'))));
        await rejectsWith('claim-missing', store.commit(missing));
        await rejectsWith('claim-missing', store.commit(commitOf(write('a/1', 0, event({}, release('never'))))));
      });
    },
  },
  {
    name: 'keys: the changes of one commit are applied in order',
    async run({ store }) {
      await store.commit(commitOf(write('a/1', 0, event({}, take('moved', 1)))));
      await store.commit(
        commitOf(
          write(
            'a/1',
            1,
            event({}, release('moved'), take('moved', 2)),
            event({}, take('passing', 1), release('passing')),
          ),
          write('a/2', 0, event({}, take('again', 1)), event({}, release('again'), take('again', 2))),
        ),
      );
      assertSame(await allKeys(store), [
        { key: 'again', value: 2 },
        { key: 'moved', value: 2 },
      ]);
    },
  },
  {
    name: 'keys: of concurrent takers of one key exactly one goes through',
    async run({ store, other }) {
      const stores = [store, await other()];
      const outcomes = await Promise.all(
        Array.from({ length: 12 }, (_, n) => outcomeOf((stores[n % 2] ?? store).commit(taking('k')))),
      );
      assert.deepEqual(outcomes.sort(), [...Array<string>(11).fill('claim-taken'), 'resolved']);
    },
  },
  {
    name: 'keys: names are compared byte for byte',
    async run({ store }) {
      const names = [
        'k',
        'K',
        'k ',
        ' k',
        'k\u0000',
        'k\u0000a',
        '\u00e9',
        'e\u0301',
        '\u{1F511}',
        "k'",
        'k"',
        '%',
        '_',
      ];
      for (const name of names)
        await store.commit(commitOf(write(`a/${names.indexOf(name)}`, 0, event({}, take(name, name)))));
      for (const name of names) assertSame(await store.lookup(name), { key: name, value: name });
      assert.equal(await store.lookup('kk'), undefined);
      assert.equal((await allKeys(store)).length, names.length);
    },
  },
];
