// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import { ChainVerifier, checkStream, recordDigest, type JournalRecord } from '../../src/index.js';
import { A, B, sampleChain } from './sample-records.js';

const ofA = (records: readonly JournalRecord[]) => records.filter(({ stream }) => stream === A);

function firstFinding(records: readonly JournalRecord[]) {
  const verifier = new ChainVerifier();
  return records.map((record) => verifier.next(record)).find((finding) => finding !== undefined);
}

/** The chain with one record changed, and the digest made to fit where `resealed`. */
function changed(position: number, change: Partial<JournalRecord>, resealed = false): readonly JournalRecord[] {
  return sampleChain().map((record) => {
    if (record.position !== position) return record;
    const altered = { ...record, ...change };
    return resealed ? { ...altered, digest: recordDigest(altered) } : altered;
  });
}

describe('hash chain', () => {
  test('A81 an unchanged journal has no finding', () => {
    expect(firstFinding(sampleChain())).toBeUndefined();
    expect(checkStream(A, ofA(sampleChain()))).toBeUndefined();
    expect(checkStream(A, [])).toBeUndefined();
  });

  test.each([
    ['data', { data: { n: 2.5 } }, 'digest'],
    ['type', { type: 'test.denied' }, 'digest'],
    ['commitId', { commitId: 'other' }, 'digest'],
    ['keys', { keys: [{ kind: 'release', key: 'k' }] }, 'digest'],
    ['revision', { revision: 3 }, 'revision'],
    ['previous', { previous: null }, 'previous'],
    ['position', { position: 7 }, 'position'],
    ['stream', { stream: B }, 'revision'],
  ] as const)('A81 a changed %s is found at its record', (_, change, fault) => {
    expect(firstFinding(changed(2, change as Partial<JournalRecord>))).toMatchObject({ fault });
  });

  test('A81 a record whose digest was made to fit is found at the next record of its stream', () => {
    expect(firstFinding(changed(2, { data: { n: 0 } }, true))).toEqual({
      fault: 'previous',
      position: 5,
      stream: A,
      revision: 3,
    });
  });

  test('A81 a record taken out is found where it is missing', () => {
    const records = sampleChain().filter(({ position }) => position !== 2);
    expect(firstFinding(records)).toMatchObject({ fault: 'position', position: 3 });
    expect(checkStream(A, ofA(records))).toMatchObject({ fault: 'revision', position: 5 });
  });

  test('A81 a record of another stream has no place in this one', () => {
    expect(checkStream(A, sampleChain())).toMatchObject({ fault: 'stream', position: 3 });
  });
});
