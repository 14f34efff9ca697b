// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isCountersignError } from '../../src/errors/index.js';
import { parseInstant } from '../../src/instant.js';
import { decideInstall, nextStep, type InstallCommand } from '../../src/reconcile/install-machine.js';
import { evolveInstall, noInstall, type InstallState } from '../../src/reconcile/install-state.js';
import { challenge, proposal } from './install-samples.js';

const expiresAt = parseInstant('2026-08-09T12:30:00Z');
const asked: InstallCommand = {
  kind: 'propose',
  proposal,
  basis: { kind: 'challenge', challenge, expiresAt },
  pointer: undefined,
  denied: false,
};
const preapproved: InstallCommand = {
  kind: 'propose',
  proposal,
  basis: { kind: 'policy' },
  pointer: undefined,
  denied: false,
};
const pointer = { latest: 1, active: null };
const commands: readonly InstallCommand[] = [
  asked,
  preapproved,
  { kind: 'grant' },
  { kind: 'deny' },
  { kind: 'claim' },
  { kind: 'record-published' },
  { kind: 'record-exposed', pointer },
  { kind: 'end', end: 'expired' },
  { kind: 'end', end: 'superseded' },
  { kind: 'end', end: 'replaced' },
  { kind: 'end', end: 'abandoned' },
];

function apply(state: InstallState, command: InstallCommand): InstallState {
  return decideInstall(state, command).reduce<InstallState>(evolveInstall, state);
}

function tryApply(state: InstallState, command: InstallCommand): InstallState {
  try {
    return apply(state, command);
  } catch (error) {
    if (!isCountersignError(error, 'install-illegal-transition')) throw error;
    return state;
  }
}

const situation = {
  now: () => parseInstant('2026-08-02T12:30:00Z'),
  policyDigest: proposal.policyDigest,
  releaseRoot: proposal.releaseRoot,
};

describe('the install machine', () => {
  test('goes from a question to an active skill in one way', () => {
    const kinds = [asked, ...commands.slice(2, 3), ...commands.slice(4, 7)].reduce<InstallState[]>(
      (states, command) => [...states, apply(states.at(-1) ?? noInstall, command)],
      [],
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(['awaiting', 'approved', 'claimed', 'published', 'active']);
  });

  test('A22 keeps every invariant under any sequence of commands, duplicates and refusals', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...commands), { maxLength: 40 }), (sequence) => {
        let state = noInstall;
        const claims: string[] = [];
        const kinds: string[] = [];
        for (const command of sequence) {
          const events = (() => {
            try {
              return decideInstall(state, command);
            } catch (error) {
              if (isCountersignError(error, 'install-illegal-transition')) return [];
              throw error;
            }
          })();
          for (const event of events) {
            claims.push(
              ...(event.keys ?? [])
                .filter(({ kind, key }) => kind === 'take' && key.startsWith('claim/'))
                .map(({ key }) => key),
            );
            state = evolveInstall(state, event);
            kinds.push(event.type);
          }
        }
        // One decision, one claim, one publish and one exposure, whatever was tried and however often.
        const decisions = kinds.filter((type) => type === 'install.granted' || type === 'install.denied');
        expect(decisions.length).toBeLessThanOrEqual(1);
        expect(new Set(claims).size).toBe(claims.length);
        expect(claims.length).toBeLessThanOrEqual(1);
        expect(kinds.filter((type) => type === 'install.published').length).toBeLessThanOrEqual(1);
        expect(kinds.filter((type) => type === 'install.exposed').length).toBeLessThanOrEqual(1);
        // Nothing is published or exposed that was not granted by a person or approved by the policy.
        if (kinds.includes('install.claimed') && !kinds.includes('install.granted')) {
          expect(
            state.kind === 'none' ||
              state.kind === 'ended' ||
              state.proposal.manifestDigest === proposal.manifestDigest,
          ).toBe(true);
          expect(sequence.find((command) => command.kind === 'propose')).toBe(preapproved);
        }
        if (kinds.includes('install.denied')) expect(kinds).not.toContain('install.claimed');
      }),
      { numRuns: 1000 },
    );
  });

  test('A22 has a way forward from every state: nothing wedges', () => {
    const reached = new Map<string, InstallState>();
    const visit = (state: InstallState): void => {
      if (reached.has(state.kind)) return;
      reached.set(state.kind, state);
      commands.forEach((command) => visit(tryApply(state, command)));
    };
    visit(noInstall);
    expect([...reached.keys()].sort()).toEqual(
      ['active', 'approved', 'awaiting', 'claimed', 'denied', 'ended', 'none', 'published'].sort(),
    );
    const steps = Object.fromEntries([...reached].map(([kind, state]) => [kind, nextStep(state, situation).kind]));
    expect(steps).toEqual({
      none: 'rest',
      awaiting: 'await',
      approved: 'claim',
      claimed: 'publish',
      published: 'expose',
      active: 'prove',
      denied: 'rest',
      ended: 'rest',
    });
  });

  test('A20 ends an undecided challenge at its expiry and not before', () => {
    const state = apply(noInstall, asked);
    const at = (now: string) => nextStep(state, { ...situation, now: () => parseInstant(now) });
    expect(at('2026-08-09T12:29:59.999999999Z').kind).toBe('await');
    expect(at('2026-08-09T12:30:00Z')).toEqual({ kind: 'end', end: 'expired' });
  });

  test('A21 supersedes a pending challenge when the policy or the release changed', () => {
    const state = apply(noInstall, asked);
    const other = proposal.manifestDigest;
    expect(nextStep(state, { ...situation, policyDigest: other })).toEqual({ kind: 'end', end: 'superseded' });
    expect(nextStep(state, { ...situation, releaseRoot: other })).toEqual({ kind: 'end', end: 'superseded' });
  });

  test('A13 lets neither policy nor release nor clock change what was decided', () => {
    const later = {
      now: () => parseInstant('2036-01-01T00:00:00Z'),
      policyDigest: proposal.manifestDigest,
      releaseRoot: proposal.manifestDigest,
    };
    const approved = apply(apply(noInstall, asked), { kind: 'grant' });
    expect(nextStep(approved, later)).toEqual({ kind: 'claim' });
    expect(nextStep(apply(noInstall, preapproved), later)).toEqual({ kind: 'claim' });
  });
});
