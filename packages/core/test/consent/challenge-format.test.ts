// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import {
  canonicalJson,
  challengeDigest,
  parseJson,
  readChallenge,
  type Challenge,
  type ErrorCode,
  type JsonObject,
} from '@countersign/core';
import { expectCode } from '../formats/expect-code.js';

// The vector that docs/formats gives, in canonical form: another implementation must reach the same digest.
const TEXT =
  '{"audience":"countersign:example",' +
  '"capability":{"folder":"pdf-forms","id":"acme:pdf-forms","kind":"skill","publisher":"acme","title":"PDF forms – Формы"},' +
  '"expiresAt":"2026-08-03T12:30:00Z","generation":1,' +
  '"grants":{"allowedTools":["Bash(git:*)","Read"],"executables":["scripts/fill.py"],"hooks":[]},' +
  '"hosts":["claude-code","codex"],"issuedAt":"2026-08-02T12:30:00Z",' +
  '"manifestDigest":"2222222222222222222222222222222222222222222222222222222222222222",' +
  '"policyDigest":"4444444444444444444444444444444444444444444444444444444444444444","problems":[],' +
  '"randomness":"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",' +
  '"releaseRoot":"3333333333333333333333333333333333333333333333333333333333333333","replaces":null,' +
  '"rules":{"approvals":2,"clockSkewMs":5000,"maxValidityMs":300000},"schema":"countersign/challenge/v1",' +
  '"scope":"project","trialReport":null,"workspaceId":"example-workspace"}';

const VALUE = parseJson(TEXT, 10_000) as JsonObject;
const CHALLENGE: Challenge = readChallenge(VALUE);

const capability = (change: JsonObject): JsonObject => ({
  capability: { ...(VALUE['capability'] as JsonObject), ...change },
});

/** Every leaf of the document, each as a copy of the document in which that leaf is another one. */
function changedLeaves(value: unknown, path = ''): readonly (readonly [string, unknown])[] {
  if (Array.isArray(value)) return [[`${path}[]`, [...(value as unknown[]), 'added']]];
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, item]) =>
      changedLeaves(item, `${path}.${key}`).map(([name, changed]) => [name, { ...value, [key]: changed }] as const),
    );
  }
  if (value === null) return [[path, '5'.repeat(64)]];
  return [[path, typeof value === 'number' ? value + 1 : `${JSON.stringify(value)} changed`]];
}

describe('the challenge format', () => {
  test('A40 the canonical form and the digest are exactly these', () => {
    expect(canonicalJson(CHALLENGE as unknown as JsonObject)).toBe(TEXT);
    expect(challengeDigest(CHALLENGE)).toBe('5ea258ead6c89cf2e918462d2448b2f000a7f242a7722fc6fca8a10450ed4174');
  });

  test('A40 the digest changes with every single field', () => {
    const leaves = changedLeaves(VALUE);
    expect(leaves.length).toBe(26);
    const digests = leaves.map(([, changed]) => challengeDigest(changed as Challenge));
    expect(new Set([...digests, challengeDigest(CHALLENGE)]).size).toBe(leaves.length + 1);
  });

  test('A40 the digest does not depend on the order of keys', () => {
    const reversed = Object.fromEntries(Object.entries(CHALLENGE).reverse());
    expect(challengeDigest(reversed as unknown as Challenge)).toBe(challengeDigest(CHALLENGE));
  });

  test.each<[string, JsonObject]>([
    ['another schema', { schema: 'countersign/challenge/v2' }],
    ['an unknown field', { approved: true }],
    ['no host', { hosts: [] }],
    ['no approval needed', { rules: { approvals: 0, clockSkewMs: 0, maxValidityMs: 1 } }],
    ['half an approval', { rules: { approvals: 1.5, clockSkewMs: 0, maxValidityMs: 1 } }],
    ['a negative skew', { rules: { approvals: 1, clockSkewMs: -1, maxValidityMs: 1 } }],
    ['validity without end', { rules: { approvals: 1, clockSkewMs: 0 } }],
    ['short randomness', { randomness: '00' }],
    ['generation zero', { generation: 0 }],
    ['a scope of its own', { scope: 'everywhere' }],
    ['a grant of its own', { grants: { allowedTools: [], executables: [], hooks: [], network: [] } }],
    ['an upper-case digest', { manifestDigest: 'A'.repeat(64) }],
    ['no audience', { audience: '' }],
  ])('A42 a challenge with %s is refused', (_name, change) => {
    expectCode(() => readChallenge({ ...VALUE, ...change }), 'shape-invalid');
  });

  test.each<[string, ErrorCode, JsonObject]>([
    ['a day that does not exist', 'instant-invalid', { expiresAt: '2026-02-30T00:00:00Z' }],
    ['a time without an offset', 'instant-invalid', { issuedAt: '2026-08-02T12:30:00' }],
    ['a workspace that is a path', 'identifier-invalid', { workspaceId: '/srv/approver' }],
    ['a host in capitals', 'identifier-invalid', { hosts: ['Codex'] }],
    ['a hidden character in the capability', 'identifier-invalid', capability({ id: 'acme:pdf\u200b' })],
    ['another kind of capability', 'shape-invalid', capability({ kind: 'hook' })],
  ])('A42 a challenge with %s is refused: %s', (_name, code, change) => {
    expectCode(() => readChallenge({ ...VALUE, ...change }), code);
  });

  test('A42 a challenge that lacks a field is refused, whichever it is', () => {
    for (const field of Object.keys(VALUE)) {
      const rest = Object.fromEntries(Object.entries(VALUE).filter(([name]) => name !== field));
      expectCode(() => readChallenge(rest), 'shape-invalid');
    }
  });
});
