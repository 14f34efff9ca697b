// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { assertAbsent, assertSame, assertTree, listed, publishFiles, stageFiles } from './expectations.js';
import type { SkillStoreCase } from './harness.js';
import { SAMPLE, SCRIPTS, digestOfFiles, entriesOf, smallTree, stageOptions } from './samples.js';

const DIGEST = digestOfFiles(SAMPLE);

export const stageCases: readonly SkillStoreCase[] = [
  {
    name: 'find: a digest that nobody staged is absent, for every member',
    async run({ store }) {
      await assertAbsent(store, DIGEST);
      await store.quarantine(DIGEST);
      assert.equal(await store.sweep(), 0);
      assertSame(await listed(store), []);
    },
  },
  {
    name: 'stage: gives back manifest, bytes and executable bits as they came',
    async run({ store }) {
      await assertTree(await stageFiles(store, SAMPLE), SAMPLE);
    },
  },
  {
    name: 'stage: the digest is staged and not published, for other processes too',
    async run({ store, medium }) {
      await stageFiles(store, SAMPLE);
      for (const each of [store, await medium.open()]) {
        assert.equal(await each.find(DIGEST), 'staged');
        assertSame(await listed(each), [[DIGEST, 'staged']]);
        await assertTree(await each.open(DIGEST), SAMPLE);
      }
    },
  },
  {
    name: 'A63 stage: names in several scripts survive',
    async run({ store, medium }) {
      await stageFiles(store, SCRIPTS);
      const other = await medium.open();
      await assertTree(await other.open(digestOfFiles(SCRIPTS)), SCRIPTS);
      assert.equal((await other.verify(digestOfFiles(SCRIPTS))).kind, 'intact');
    },
  },
  {
    name: 'stage: without an expected digest, the tree gets that of its bytes',
    async run({ store }) {
      const tree = await store.stage(entriesOf(SAMPLE), stageOptions(undefined));
      await assertTree(tree, SAMPLE);
      assert.equal(await store.find(DIGEST), 'staged');
    },
  },
  {
    name: 'stage: a digest that is staged stays as it is, expected or not',
    async run({ store }) {
      await stageFiles(store, SAMPLE);
      for (const expected of [DIGEST, undefined])
        await assertTree(await store.stage(entriesOf(SAMPLE), stageOptions(expected)), SAMPLE);
      assertSame(await listed(store), [[DIGEST, 'staged']]);
    },
  },
  {
    name: 'stage: a digest that is published stays published, expected or not',
    async run({ store }) {
      await publishFiles(store, SAMPLE);
      for (const expected of [DIGEST, undefined])
        await assertTree(await store.stage(entriesOf(SAMPLE), stageOptions(expected)), SAMPLE);
      assertSame(await listed(store), [[DIGEST, 'published']]);
    },
  },
  {
    name: 'stage: the same digest many times at once ends as one tree, and all succeed',
    async run({ store, medium }) {
      const stores = [store, await medium.open()];
      const trees = await Promise.all(
        Array.from({ length: 8 }, async (_, index) => {
          const expected = index < 4 ? DIGEST : undefined;
          return (stores[index % 2] ?? store).stage(entriesOf(SAMPLE), stageOptions(expected));
        }),
      );
      for (const tree of trees) await assertTree(tree, SAMPLE);
      assertSame(await listed(store), [[DIGEST, 'staged']]);
      assert.equal((await store.verify(DIGEST)).kind, 'intact');
    },
  },
  {
    name: 'list: staged and published digests, ascending',
    async run({ store }) {
      const trees = ['a', 'b', 'c', 'd', 'e'].map(smallTree);
      for (const tree of trees) await stageFiles(store, tree);
      const digests = trees.map(digestOfFiles);
      for (const digest of digests.slice(0, 2)) await store.publish(digest);
      assertSame(
        await listed(store),
        [...digests].sort().map((digest) => [digest, digests.indexOf(digest) < 2 ? 'published' : 'staged']),
      );
    },
  },
  {
    name: 'sweep: takes no tree, and none that is being staged',
    async run({ store, medium }) {
      const other = await medium.open();
      await publishFiles(store, smallTree('published'));
      await stageFiles(store, smallTree('staged'));
      async function* sweptBetween() {
        for await (const entry of entriesOf(SAMPLE)) {
          assert.equal(await other.sweep(), 0);
          yield entry;
        }
      }
      await assertTree(await store.stage(sweptBetween(), stageOptions(DIGEST)), SAMPLE);
      assert.equal(await other.sweep(), 0);
      assert.equal((await listed(store)).length, 3);
    },
  },
];
