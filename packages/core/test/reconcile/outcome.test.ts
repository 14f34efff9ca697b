// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import { createOutcome, type OutcomeFacts } from '../../src/reconcile/outcome.js';
import { challenge, proposal } from './install-samples.js';

const { capabilityId, manifestDigest } = proposal;
const nothing: OutcomeFacts = {
  available: [],
  challenges: [],
  directives: [],
  denials: [],
  failure: null,
  epoch: challenge,
};
const available = [{ capabilityId, manifestDigest, folder: 'sample' }];
const challenges = [{ capabilityId, digest: challenge, challenge: {} as never }];
const directives = [{ kind: 'recommendation', capabilityId, title: 'Sample', reasons: [] } as const];
const denials = [{ capabilityId, by: 'person' } as const];
const failure = { code: 'busy', capabilityId } as const;

describe('an outcome', () => {
  test.each([
    ['abstained', {}],
    ['available', { available }],
    ['denied', { denials, available }],
    ['consent-required', { challenges, denials, available }],
    ['consent-required', { directives }],
    ['failed', { failure, challenges, denials, available }],
  ] as const)('is %s by the worst that happened', (status, facts) => {
    expect(createOutcome({ ...nothing, ...facts }).status).toBe(status);
  });

  test('has challenges or directives, never both', () => {
    expect(() => createOutcome({ ...nothing, challenges, directives })).toThrow(
      expect.objectContaining({ code: 'internal' }),
    );
  });

  test('A26 a failure tells its code and what to do', () => {
    expect(createOutcome({ ...nothing, failure }).failure).toEqual({
      code: 'busy',
      capabilityId,
      retryable: true,
      remedy: expect.stringContaining('Try again'),
    });
  });

  test('cannot be changed, however deep', () => {
    const outcome = createOutcome({ ...nothing, available: structuredClone(available) });
    expect(() => Object.assign(outcome, { status: 'available' })).toThrow(TypeError);
    expect(() => Object.assign(outcome.available[0] ?? {}, { folder: 'other' })).toThrow(TypeError);
  });
});
