// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {
  assertAbsent,
  assertSame,
  assertTree,
  listed,
  publishFiles,
  readAll,
  rejectsWith,
  stageFiles,
} from './expectations.js';
import type { SkillStoreCase } from './harness.js';
import { SAMPLE, digestOfFiles, entriesOf, smallTree, stageOptions } from './samples.js';

const DIGEST = digestOfFiles(SAMPLE);
const BYTES = SAMPLE.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);

export const publishCases: readonly SkillStoreCase[] = [
  {
    name: 'publish: what is not staged is refused',
    async run({ store }) {
      await rejectsWith('store-bytes-missing', store.publish(DIGEST));
      await assertAbsent(store, DIGEST);
    },
  },
  {
    name: 'publish: the tree is published, for other processes too',
    async run({ store, medium }) {
      await assertTree(await publishFiles(store, SAMPLE), SAMPLE);
      for (const each of [store, await medium.open()]) {
        assert.equal(await each.find(DIGEST), 'published');
        assertSame(await listed(each), [[DIGEST, 'published']]);
        await assertTree(await each.open(DIGEST), SAMPLE);
      }
    },
  },
  {
    name: 'A22 publish: is idempotent, also from another process',
    async run({ store, medium }) {
      await publishFiles(store, SAMPLE);
      await assertTree(await store.publish(DIGEST), SAMPLE);
      await assertTree(await (await medium.open()).publish(DIGEST), SAMPLE);
      assertSame(await listed(store), [[DIGEST, 'published']]);
    },
  },
  {
    name: 'publish: the same digest many times at once, and all succeed',
    async run({ store, medium }) {
      await stageFiles(store, SAMPLE);
      const stores = [store, await medium.open()];
      const trees = await Promise.all(
        Array.from({ length: 8 }, async (_, index) => (stores[index % 2] ?? store).publish(DIGEST)),
      );
      for (const tree of trees) await assertTree(tree, SAMPLE);
      assertSame(await listed(store), [[DIGEST, 'published']]);
    },
  },
  {
    name: 'publish: staging and publishing at once ends published, and all succeed',
    async run({ store, medium }) {
      const stores = [store, await medium.open(), await medium.open()];
      await Promise.all(stores.map((each) => publishFiles(each, SAMPLE)));
      assertSame(await listed(store), [[DIGEST, 'published']]);
      assert.equal((await store.verify(DIGEST)).kind, 'intact');
    },
  },
  {
    name: 'read: a tree that was opened while staged stays readable when it is published',
    async run({ store }) {
      const tree = await stageFiles(store, SAMPLE);
      await store.publish(DIGEST);
      await assertTree(tree, SAMPLE);
    },
  },
  {
    name: 'read: a path that the manifest does not list is refused',
    async run({ store }) {
      const tree = await stageFiles(store, SAMPLE);
      for (const path of ['missing', 'scripts', '', '../manifest.json', '/etc/hosts'])
        await rejectsWith('store-bytes-missing', readAll(tree, path));
    },
  },
  {
    name: 'verify: counts the files and bytes of a tree, staged or published',
    async run({ store }) {
      const intact = { kind: 'intact', files: SAMPLE.length, bytes: BYTES };
      await stageFiles(store, SAMPLE);
      assertSame(await store.verify(DIGEST), intact);
      await store.publish(DIGEST);
      assertSame(await store.verify(DIGEST), intact);
    },
  },
  {
    name: 'quarantine: a staged and a published tree are absent afterwards, and no other tree is',
    async run({ store, medium }) {
      const other = smallTree('other');
      await publishFiles(store, other);
      for (const bringIn of [stageFiles, publishFiles]) {
        await bringIn(store, SAMPLE);
        await store.quarantine(DIGEST);
        await store.quarantine(DIGEST);
        await assertAbsent(store, DIGEST);
        await assertAbsent(await medium.open(), DIGEST);
      }
      assertSame(await listed(store), [[digestOfFiles(other), 'published']]);
    },
  },
  {
    name: 'quarantine: the digest can be staged and published again',
    async run({ store }) {
      await publishFiles(store, SAMPLE);
      await store.quarantine(DIGEST);
      await assertTree(await store.stage(entriesOf(SAMPLE), stageOptions(DIGEST)), SAMPLE);
      await assertTree(await store.publish(DIGEST), SAMPLE);
      await store.quarantine(DIGEST);
      await assertAbsent(store, DIGEST);
    },
  },
];
