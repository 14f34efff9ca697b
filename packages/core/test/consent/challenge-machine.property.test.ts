// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { assertionDigest, type Assertion, type Decision } from '../../src/consent/assertion.js';
import type { Challenge } from '../../src/consent/challenge.js';
import {
  castVote,
  evolveChallenge,
  issueChallenge,
  retireChallenge,
  type ChallengeRecord,
  type Vote,
} from '../../src/consent/challenge-machine.js';
import { isCountersignError } from '../../src/errors/index.js';
import { parsePrincipalId } from '../../src/ids.js';
import { parseInstant } from '../../src/instant.js';
import type { StreamWrite } from '../../src/journal/engine-store.js';
import type { JournalRecord, KeyChange } from '../../src/journal/record.js';
import { SAMPLE_CHALLENGE } from '../../src/conformance/consent-verifier/samples.js';

const at = parseInstant('2026-08-02T12:30:00Z');

function voteOf(record: ChallengeRecord, name: string, decision: Decision): Vote {
  const assertion = {
    schema: 'countersign/assertion/v1',
    challengeDigest: record.digest,
    decision,
    principal: parsePrincipalId(name),
    authenticatorId: 'test',
    audience: 'tests',
    nonce: Buffer.from(`${name}-${decision}-nonce-00000000`).toString('hex').slice(0, 32),
    issuedAt: at,
    expiresAt: at,
    proof: 'proof',
  } as unknown as Assertion;
  return { assertion, assertionDigest: assertionDigest(assertion), principal: assertion.principal, keyId: 'key' };
}

function apply(
  record: ChallengeRecord | undefined,
  write: StreamWrite,
): { record: ChallengeRecord; keys: KeyChange[] } {
  let state = record;
  const keys: KeyChange[] = [];
  write.events.forEach(({ type, data, keys: changes = [] }, index) => {
    keys.push(...changes);
    state = evolveChallenge(state, {
      type,
      data,
      revision: write.expectedRevision + index + 1,
      at,
    } as unknown as JournalRecord);
  });
  if (state === undefined) throw new Error('a write without events');
  return { record: state, keys };
}

type Step = { readonly kind: 'vote'; readonly name: string; readonly decision: Decision } | { readonly kind: 'retire' };

const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('vote' as const),
        name: fc.constantFrom('a', 'b', 'c', 'd'),
        decision: fc.constantFrom<Decision>('granted', 'granted', 'denied'),
      }),
    },
    { weight: 1, arbitrary: fc.constant<Step>({ kind: 'retire' }) },
  ),
  { maxLength: 12 },
);

describe('the challenge machine', () => {
  test('A43 A44 any sequence of votes, repeats and retirements ends once, by people and not by keys', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3 }), steps, (approvals, sequence) => {
        const challenge: Challenge = { ...SAMPLE_CHALLENGE, rules: { ...SAMPLE_CHALLENGE.rules, approvals } };
        let { record, keys } = apply(undefined, issueChallenge(challenge));
        const granted = new Set<string>();
        let denied = false;
        let ended = 0;
        for (const step of sequence) {
          const before = record.status.kind;
          try {
            const next =
              step.kind === 'retire'
                ? retireChallenge(record, 'expired')
                : castVote(record, voteOf(record, step.name, step.decision), `nonce/${step.name}/${step.decision}`)
                    .write;
            const applied = apply(record, next);
            record = applied.record;
            keys = [...keys, ...applied.keys];
            expect(before).toBe('open');
            if (step.kind === 'vote' && step.decision === 'granted') granted.add(step.name);
            if (step.kind === 'vote' && step.decision === 'denied') denied = true;
            if (record.status.kind !== 'open') ended += 1;
          } catch (error) {
            if (!isCountersignError(error)) throw error;
            expect(before === 'open' ? error.code : 'refused').toBe(
              before === 'open' ? 'principal-already-voted' : 'refused',
            );
          }
        }
        expect(ended).toBeLessThanOrEqual(1);
        if (record.status.kind === 'settled') {
          expect(record.status.decision).toBe(denied ? 'denied' : 'granted');
          if (!denied) expect(granted.size).toBe(approvals);
        }
        if (record.status.kind === 'open') expect(!denied && granted.size < approvals).toBe(true);
        // The key of an open challenge is there exactly while it is open.
        const open = keys.filter(({ key }) => key.startsWith('open-challenge/')).map(({ kind }) => kind);
        expect(open).toEqual(record.status.kind === 'open' ? ['take'] : ['take', 'release']);
      }),
      { numRuns: 1000 },
    );
  });
});
