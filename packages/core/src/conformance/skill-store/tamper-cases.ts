// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { assertAbsent, assertSame, assertTree, publishFiles, rejectsWith, stageFiles } from './expectations.js';
import type { ReachableMedium, SkillStoreCase, Tampering } from './harness.js';
import { SAMPLE, digestOfFiles } from './samples.js';

const DIGEST = digestOfFiles(SAMPLE);

const CHANGES: readonly (Tampering & { readonly path: string })[] = [
  { kind: 'change', path: 'assets/deep/er/data.bin' },
  { kind: 'append', path: 'SKILL.md' },
  { kind: 'append', path: 'empty' },
  { kind: 'remove', path: 'scripts/run.sh' },
  { kind: 'remove', path: 'empty' },
  { kind: 'add', path: 'scripts/added.sh' },
  { kind: 'add', path: '.added' },
  { kind: 'executable', path: 'scripts/run.sh' },
  { kind: 'executable', path: 'SKILL.md' },
];

function changeCases(change: Tampering & { readonly path: string }): readonly SkillStoreCase<ReachableMedium>[] {
  const what = `${change.kind} ${change.path}`;
  return [
    {
      name: `tampering: verify names the path (${what})`,
      async run({ store, medium }) {
        for (const bringIn of [stageFiles, publishFiles]) {
          await bringIn(store, SAMPLE);
          await medium.tamper(DIGEST, change);
          assertSame(await store.verify(DIGEST), { kind: 'altered', paths: [change.path] });
          await store.quarantine(DIGEST);
        }
      },
    },
    {
      name: `tampering: publish refuses altered bytes, which can then be staged anew (${what})`,
      async run({ store, medium }) {
        for (const bringIn of [stageFiles, publishFiles]) {
          await bringIn(store, SAMPLE);
          await medium.tamper(DIGEST, change);
          await rejectsWith('store-bytes-altered', store.publish(DIGEST));
          await assertAbsent(store, DIGEST);
          await assertTree(await publishFiles(store, SAMPLE), SAMPLE);
          await store.quarantine(DIGEST);
        }
      },
    },
    {
      name: `A41 tampering: stage does not take altered bytes for the expected ones (${what})`,
      async run({ store, medium }) {
        await stageFiles(store, SAMPLE);
        await medium.tamper(DIGEST, change);
        await assertTree(await stageFiles(store, SAMPLE), SAMPLE);
        assert.equal((await store.verify(DIGEST)).kind, 'intact');
      },
    },
  ];
}

export const tamperCases: readonly SkillStoreCase<ReachableMedium>[] = [
  ...CHANGES.flatMap(changeCases),
  {
    name: 'tampering: several changes are all named, ascending',
    async run({ store, medium }) {
      const changes = CHANGES.filter(({ kind }) => kind !== 'executable');
      await publishFiles(store, SAMPLE);
      for (const change of changes) await medium.tamper(DIGEST, change);
      const paths = [...new Set(changes.map(({ path }) => path))].sort();
      assertSame(await store.verify(DIGEST), { kind: 'altered', paths });
    },
  },
  {
    name: 'tampering: a manifest that is not that of the digest is refused',
    async run({ store, medium }) {
      for (const refusing of ['open', 'publish'] as const) {
        await stageFiles(store, SAMPLE);
        await medium.tamper(DIGEST, { kind: 'manifest' });
        assert.equal((await store.verify(DIGEST)).kind, 'altered');
        await rejectsWith('store-bytes-altered', store[refusing](DIGEST));
        await assertAbsent(store, DIGEST);
      }
    },
  },
];
