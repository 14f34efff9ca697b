// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import { addMilliseconds, digestOf, sealCommit, settledCommit } from '../../src/index.js';
import { A, AT, B, eventOf, requestOf, sampleChain } from './sample-records.js';

describe('sealing a commit', () => {
  test('continues positions, revisions and the chain of each stream', () => {
    const [, , head] = sampleChain();
    const request = requestOf(
      'c',
      { stream: A, expectedRevision: 0, events: [eventOf(1), eventOf(2)] },
      { stream: B, expectedRevision: 1, events: [eventOf(3)] },
    );
    const records = sealCommit(request, 7, (stream) => (stream === B ? head : undefined));
    expect(records.map(({ position, stream, revision }) => [position, stream, revision])).toEqual([
      [8, A, 1],
      [9, A, 2],
      [10, B, 2],
    ]);
    expect(records.map(({ previous }) => previous)).toEqual([null, records[0]?.digest, head?.digest]);
    expect(records.every(({ commitId, at }) => commitId === 'c' && at === AT)).toBe(true);
  });

  test('the digest covers every other field, under a name of its own', () => {
    for (const { digest, ...covered } of sampleChain()) {
      expect(digest).toBe(digestOf('record', JSON.parse(JSON.stringify(covered)) as Record<string, string>));
    }
  });

  test.each([0, 2])('expecting revision %i of a stream at revision 1 is a revision-conflict', (expectedRevision) => {
    const request = requestOf('c', { stream: A, expectedRevision, events: [eventOf(1)] });
    const [head] = sampleChain();
    expect(() => sealCommit(request, 1, () => head)).toThrow(expect.objectContaining({ code: 'revision-conflict' }));
  });
});

describe('a commit id that is settled', () => {
  const request = requestOf('c', { stream: A, expectedRevision: 0, events: [eventOf(1)] });
  const stored = sealCommit(request, 0, () => undefined);

  test('answers the same request, also at a later time, with what is stored', () => {
    expect(settledCommit(request, stored)).toBe(stored);
    expect(settledCommit({ ...request, at: addMilliseconds(AT, 1) }, stored)).toBe(stored);
  });

  test.each([
    ['other data', [{ stream: A, expectedRevision: 0, events: [eventOf(2)] }]],
    ['another stream', [{ stream: B, expectedRevision: 0, events: [eventOf(1)] }]],
    ['another revision', [{ stream: A, expectedRevision: 1, events: [eventOf(1)] }]],
    ['more events', [{ stream: A, expectedRevision: 0, events: [eventOf(1), eventOf(1)] }]],
    ['nothing', []],
  ])('refuses %s with commit-id-reused', (_, writes) => {
    expect(() => settledCommit({ ...request, writes }, stored)).toThrow(
      expect.objectContaining({ code: 'commit-id-reused' }),
    );
  });
});
