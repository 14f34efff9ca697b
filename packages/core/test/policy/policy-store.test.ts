// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import { sha256 } from '../../src/digest.js';
import { addMilliseconds, parseInstant } from '../../src/instant.js';
import { Journal } from '../../src/journal/journal.js';
import { MemoryEngineStore } from '../../src/journal/memory-engine-store.js';
import { DEFAULT_POLICY, evaluatePolicy, readPolicy, type InstallPolicy } from '../../src/policy/install-policy.js';
import { PolicyStore } from '../../src/policy/policy-store.js';
import { systemRandomness } from '../../src/randomness.js';
import { ManualClock } from '../../src/testing/index.js';

const DAY_MS = 86_400_000;
const release = sha256('release');
const preapproved: InstallPolicy = { ...DEFAULT_POLICY, mode: { kind: 'preapproved', release } };

function open() {
  const store = new MemoryEngineStore();
  const clock = new ManualClock();
  return { clock, store, policy: new PolicyStore(new Journal(store, systemRandomness), clock) };
}

describe('the policy', () => {
  test('A01 asks where nothing is stored', async () => {
    const { policy } = open();
    expect(await policy.current()).toMatchObject({ policy: { mode: { kind: 'ask' } }, revision: 0 });
  });

  test.each([
    ['ask', DEFAULT_POLICY, release, 'ask'],
    ['never', { ...DEFAULT_POLICY, mode: { kind: 'never' } }, release, 'forbidden'],
    ['preapproved for this release', preapproved, release, 'preapproved'],
    ['preapproved for another release', preapproved, sha256('another'), 'ask'],
  ] as const)('%s', (_, policy, root, verdict) => expect(evaluatePolicy(policy, root)).toBe(verdict));

  test('changes are events, and a thousand of them do not make reading longer', async () => {
    const { policy, store } = open();
    for (let round = 0; round < 1100; round += 1) {
      await policy.set({ ...DEFAULT_POLICY, terms: { ...DEFAULT_POLICY.terms, approvals: 1 + (round % 2) } });
    }
    expect((await policy.current()).revision).toBe(1100);
    expect(await store.list('', { limit: 10 })).toHaveLength(1);
  });

  test('setting what is set records nothing', async () => {
    const { policy } = open();
    await policy.set(preapproved);
    expect((await policy.set(preapproved)).revision).toBe(1);
  });

  test('one of two who change it at once is told', async () => {
    const { policy } = open();
    const results = await Promise.allSettled([
      policy.set(preapproved),
      policy.set({ ...DEFAULT_POLICY, mode: { kind: 'never' } }),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('the clock does not run backwards past a recorded change', async () => {
    const { policy, clock } = open();
    await policy.set(preapproved);
    clock.advance(-1);
    await expect(policy.set(DEFAULT_POLICY)).rejects.toMatchObject({ code: 'clock-went-back' });
  });

  test.each([
    null,
    {},
    { ...DEFAULT_POLICY, mode: { kind: 'yes' } },
    { ...DEFAULT_POLICY, mode: { kind: 'preapproved' } },
    { ...DEFAULT_POLICY, terms: { ...DEFAULT_POLICY.terms, approvals: 0 } },
    { ...DEFAULT_POLICY, extra: true },
    ...[0, 999, 366 * DAY_MS + 1, 8.64e15, Number.MAX_SAFE_INTEGER, 1e300].map((challengeLifetimeMs) => ({
      ...DEFAULT_POLICY,
      terms: { ...DEFAULT_POLICY.terms, challengeLifetimeMs },
    })),
    ...[999, 31 * DAY_MS + 1, Number.MAX_SAFE_INTEGER].map((maxValidityMs) => ({
      ...DEFAULT_POLICY,
      terms: { ...DEFAULT_POLICY.terms, maxValidityMs },
    })),
    { ...DEFAULT_POLICY, terms: { ...DEFAULT_POLICY.terms, clockSkewMs: 3_600_001 } },
  ])('refuses what is not a policy: %j', (value) => {
    expect(() => readPolicy(value as never)).toThrow(expect.objectContaining({ code: 'policy-invalid' }));
  });

  test('takes the longest terms, and every time counted by them is an instant', () => {
    const terms = {
      approvals: 100,
      challengeLifetimeMs: 366 * DAY_MS,
      maxValidityMs: 31 * DAY_MS,
      clockSkewMs: 3_600_000,
    };
    expect(readPolicy({ ...DEFAULT_POLICY, terms }).terms).toEqual(terms);
    const expiresAt = addMilliseconds(parseInstant('2026-08-02T12:30:00Z'), terms.challengeLifetimeMs);
    expect(expiresAt).toBe('2027-08-03T12:30:00Z');
  });
});
