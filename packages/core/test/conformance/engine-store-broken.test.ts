// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import { engineStoreConformance, failedCases, type EngineStoreHarness } from '../../src/conformance/index.js';
import type { EngineStore } from '../../src/index.js';
import * as media from './broken-engine-media.js';
import * as stores from './broken-engine-stores.js';

async function failedNames(harness: EngineStoreHarness): Promise<readonly string[]> {
  return (await failedCases(engineStoreConformance(harness))).map(({ name }) => name);
}

const brokenStores: readonly (readonly [new () => EngineStore, string])[] = [
  [stores.IgnoresExpectedRevision, 'commit: refuses a wrong expected revision with revision-conflict'],
  [stores.IgnoresGuards, 'guard: a stream that moved is refused with revision-conflict and nothing is written'],
  [stores.CommitsStreamByStream, 'commit: a conflict in one stream writes nothing to any stream or key'],
  [stores.ForgetsKeysOfEarlierCommits, 'keys: a taken key stays taken over later commits'],
  [stores.AnswersAnyCommitOfAKnownId, 'commit id: different content is refused with commit-id-reused'],
  [stores.CommitsOneIdTwice, 'commit id: committing it again returns the first result and writes nothing'],
  [stores.SpendsTheIdOfARefusedCommit, 'commit id: a refused commit leaves its id free'],
  [stores.ScansWithGaps, 'scan: a follower misses nothing while others commit'],
  [stores.ScansStreamByStream, 'scan: pages through all streams in commit order'],
  [stores.MatchesTheStartOfACategory, 'scan: a category is matched whole'],
  [stores.ListsInUtf16Order, 'list: keys come in ascending UTF-8 byte order'],
  [stores.ListsByPattern, 'list: a prefix is literal text'],
  [stores.IgnoresCaseInKeys, 'keys: names are compared byte for byte'],
  [stores.ToleratesReleasingAFreeKey, 'keys: releasing a free key is refused with claim-missing and writes nothing'],
  [stores.LeavesTheChainUnlinked, 'commit: chains digests exactly as sealCommit computes them'],
  [stores.AnswersLiveObjects, 'payload: changing the request or an answer afterwards changes nothing stored'],
  [stores.LeasesWithoutExclusion, 'lease: excludes another holder of the same name, and no other name'],
  [stores.CommitsWithoutFencing, 'fence: a wrong token is refused with fenced-out and writes nothing'],
  [stores.KeepsOneToken, 'lease: the token grows with every holder'],
  [stores.LeasesForLongerThanAsked, 'lease: it is lost after its time even when nobody else wants it'],
  [stores.RenewsNothing, 'lease: renewing keeps it beyond its time'],
  [stores.GivesUpAtOnce, 'lease: a waiting acquire gets it after the release, and not before'],
  [stores.IgnoresTheSignal, 'lease: an aborted signal ends the wait with aborted and leaves nothing held'],
  [stores.StaysOpen, 'close: every method then rejects with closed'],
  [stores.ClosesOnce, 'close: is idempotent, also at the same time'],
];

describe('A80 the EngineStore kit fails a broken store by name', () => {
  test.concurrent.each(brokenStores.map(([Store, expected]) => ({ Store, name: Store.name, expected })))(
    '$name fails "$expected"',
    async ({ Store, expected }) => {
      expect(await failedNames({ durability: 'process', open: async () => new Store() })).toContain(expected);
    },
  );
});

const brokenMedia = [
  ['forgetfulMedium', 'reopen: keeps records and keys, and goes on from them'],
  ['forgetfulMedium', 'reopen: lease tokens go on growing, and an old token stays fenced out'],
  ['mediumOfForgottenCommitIds', 'reopen: committing an id again returns the first result'],
  ['mediumOfCachedRecords', 'shared: what one store object committed, every other sees at once'],
  ['mediumOfKeptLeases', 'close: frees the leases of this store object and of no other'],
  ['mediumOfDroppedCommits', 'close: while commits run each is either durable or refused with closed'],
] as const;

describe('A80 the EngineStore kit fails a broken medium by name', () => {
  test.concurrent.each(brokenMedia)('%s fails "%s"', async (medium, expected) => {
    const createMedium = async () => media[medium]();
    expect(await failedNames({ durability: 'medium', createMedium })).toContain(expected);
  });

  test('and passes a right one', async () => {
    expect(await failedNames({ durability: 'medium', createMedium: async () => media.rightMedium() })).toEqual([]);
  });
});
