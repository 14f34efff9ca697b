// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import { SAMPLE_CHALLENGE } from '../../src/conformance/consent-verifier/samples.js';
import { challengeDigest } from '../../src/consent/challenge.js';
import { challengeStream, foldChallenge, issueChallenge } from '../../src/consent/challenge-machine.js';
import { requireChallenge } from '../../src/consent/challenge-records.js';
import { parseInstant } from '../../src/instant.js';
import { Journal } from '../../src/journal/journal.js';
import { MemoryEngineStore } from '../../src/journal/memory-engine-store.js';
import type { JournalRecord, NewEvent } from '../../src/journal/record.js';
import { systemRandomness } from '../../src/randomness.js';

const at = parseInstant('2026-08-02T12:31:00Z');
const digest = challengeDigest(SAMPLE_CHALLENGE);
const quorum = { ...SAMPLE_CHALLENGE, rules: { ...SAMPLE_CHALLENGE.rules, approvals: 2 } };

function vote(principal: string, decision: string, challenge = SAMPLE_CHALLENGE): NewEvent {
  const assertion = {
    schema: 'countersign/assertion/v1',
    challengeDigest: challengeDigest(challenge),
    decision,
    principal,
    authenticatorId: 'test',
    audience: challenge.audience,
    nonce: '0'.repeat(32),
    issuedAt: at,
    expiresAt: at,
    proof: 'proof',
  };
  return { type: 'challenge.voted', data: { assertion, principal, keyId: 'key' } };
}

const settled = (decision: string): NewEvent => ({ type: 'challenge.settled', data: { decision } });
const retired = (reason: string): NewEvent => ({ type: 'challenge.retired', data: { reason } });

function fold(events: readonly NewEvent[], challenge = SAMPLE_CHALLENGE) {
  const all = [...issueChallenge(challenge).events, ...events];
  return foldChallenge(all.map((event, index) => ({ ...event, revision: index + 1, at }) as unknown as JournalRecord));
}

describe('A43 A44 the stream of a challenge', () => {
  test('folds what may happen', () => {
    expect(fold([vote('a', 'granted'), settled('granted')])?.status).toEqual({ kind: 'settled', decision: 'granted' });
    expect(fold([vote('a', 'denied'), settled('denied')])?.status).toEqual({ kind: 'settled', decision: 'denied' });
    expect(fold([retired('superseded')])?.status).toEqual({ kind: 'retired', reason: 'superseded' });
    expect(fold([vote('a', 'granted', quorum), retired('expired')], quorum)?.status.kind).toBe('retired');
  });

  test.each<[string, readonly NewEvent[]]>([
    ['a vote behind a settlement', [vote('a', 'denied'), settled('denied'), vote('b', 'granted')]],
    ['a second settlement', [vote('a', 'denied'), settled('denied'), settled('denied')]],
    ['a retirement behind a settlement', [vote('a', 'denied'), settled('denied'), retired('expired')]],
    ['a vote behind a retirement', [retired('expired'), vote('a', 'granted')]],
    ['a settlement behind a retirement', [retired('expired'), settled('granted')]],
    ['a second retirement', [retired('expired'), retired('expired')]],
    ['a second issue', issueChallenge(SAMPLE_CHALLENGE).events],
    ['a settlement without votes', [settled('granted')]],
    ['a settlement of the other decision', [vote('a', 'denied'), settled('granted')]],
    ['a settlement that is no decision', [vote('a', 'granted'), settled('maybe')]],
    ['a retirement behind the vote that decides', [vote('a', 'granted'), retired('expired')]],
    ['a vote behind the vote that decides', [vote('a', 'granted'), vote('b', 'granted')]],
    ['a retirement for another reason', [retired('whatever')]],
    ['a vote on another challenge', [vote('a', 'granted', quorum)]],
    [
      'a vote in the name of somebody else',
      [{ ...vote('a', 'granted'), data: { ...vote('a', 'granted').data, principal: 'b' } }],
    ],
    ['a vote without a key', [{ ...vote('a', 'granted'), data: { ...vote('a', 'granted').data, keyId: null } }]],
    ['an unknown event', [{ type: 'challenge.forgotten', data: {} }]],
  ])('refuses %s', (_, events) => {
    expect(() => fold(events)).toThrow(expect.objectContaining({ code: 'corrupt' }));
  });

  test('refuses two votes of one person, and a quorum that is not met', () => {
    const votes = [vote('a', 'granted', quorum)];
    for (const more of [vote('a', 'granted', quorum), settled('granted')]) {
      expect(() => fold([...votes, more], quorum)).toThrow(expect.objectContaining({ code: 'corrupt' }));
    }
  });

  test('A40 refuses a stream that holds another challenge than its name says', async () => {
    const store = new MemoryEngineStore();
    const journal = new Journal(store, systemRandomness);
    await journal.commit([{ ...issueChallenge(quorum), stream: challengeStream(digest) }], { at });
    await expect(requireChallenge(journal, digest)).rejects.toMatchObject({ code: 'corrupt' });
    await expect(requireChallenge(journal, challengeDigest(quorum))).rejects.toMatchObject({
      code: 'challenge-unknown',
    });
  });
});
