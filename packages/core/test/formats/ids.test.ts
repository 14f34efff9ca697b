// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import {
  parseAuthenticatorId,
  parseCapabilityId,
  parseDigest,
  parseHostId,
  parsePrincipalId,
  parseStreamName,
  parseWorkspaceId,
} from '@countersign/core';
import { expectCode } from './expect-code.js';

interface Example {
  readonly parse: (text: string) => string;
  readonly good: readonly string[];
  readonly bad: readonly string[];
}

/** What no identifier may hold: it would hide, reorder or end what a person or a log line shows. */
const HOSTILE = ['\0', '\n', '\r', '\t', '\u001b', '\u007f', '\u0085', '\u00a0', '\u00ad', '\u200b', '\u200f'].concat([
  '\u202e',
  '\u2028',
  '\u2066',
  '\ufeff',
  '\ud800',
  '\udc00',
  '\ue000',
  '\u{e0041}',
]);

/** Letters and marks that show nothing: two names that differ by one look the same. */
const INVISIBLE = ['a\u3164', 'a\u115f', 'a\ufe0f', 'a\u034f', 'a\u{e0100}', '\u3164'];

const HEX = '0123456789abcdef'.repeat(4);
const EXAMPLES: Readonly<Record<string, Example>> = {
  Digest: {
    parse: parseDigest,
    good: [HEX],
    bad: ['', HEX.slice(1), `${HEX}0`, HEX.toUpperCase(), `${HEX.slice(1)}g`, `0x${HEX.slice(2)}`],
  },
  CapabilityId: {
    parse: parseCapabilityId,
    good: ['a', 'pdf-forms', 'acme:pdf@1.2', 'привет', '日本語', '\u00e9', '9', 'a'.repeat(128), '𝒳'.repeat(128)],
    bad: ['', '-a', '.a', ':a', '@a', '_a', 'a b', 'a/b', 'a\\b', 'e\u0301', '\u0301', 'a'.repeat(129), '😀'].concat(
      INVISIBLE,
    ),
  },
  WorkspaceId: {
    parse: parseWorkspaceId,
    good: ['a', 'Team-1', 'a.b_c', '0'.repeat(64)],
    bad: ['', '.a', '..', '-a', '_a', 'a/b', 'é', 'a'.repeat(65)],
  },
  HostId: {
    parse: parseHostId,
    good: ['codex', 'claude-code', '9', 'a'.repeat(64)],
    bad: ['', 'Codex', '-a', 'a.b', 'a_b', 'a'.repeat(65)],
  },
  PrincipalId: {
    parse: parsePrincipalId,
    good: ['approver', 'Release Manager', 'approver@example.org', 'приёмщик', "O'Neil (ops)", 'a€', 'a'.repeat(128)],
    bad: ['', ' a', 'a ', 'a  b', '-a', '@a', 'e\u0301', 'a'.repeat(129)].concat(INVISIBLE),
  },
  AuthenticatorId: {
    parse: parseAuthenticatorId,
    good: ['hmac', 'ed25519', 'a.b_c-d', '9', 'a'.repeat(64)],
    bad: ['', 'Hmac', '-a', '.a', 'a/b', 'é', 'a'.repeat(65)],
  },
  StreamName: {
    parse: parseStreamName,
    good: ['install/a', 'c/a/b/c', 'policy/*', 'x/é', `${'a'.repeat(64)}/${'b'.repeat(447)}`],
    bad: ['', 'install', 'install/', '/a', '-a/b', 'A/b', '9/b', 'a/b c', `a/${'b'.repeat(448)}`, 'x/e\u0301'],
  },
};

describe.each(Object.entries(EXAMPLES))('parse%s', (_name, { parse, good, bad }) => {
  test.each(good)('takes %j', (text) => {
    expect(parse(text)).toBe(text);
  });

  test.each(bad)('refuses %j', (text) => {
    expectCode(() => parse(text), 'identifier-invalid');
  });

  test('refuses hidden, bidirectional, control and unassigned characters anywhere', () => {
    const [example = ''] = good;
    for (const character of HOSTILE) {
      for (const text of [`${character}${example}`, `${example}${character}`, `${example}${character}${example}`]) {
        expectCode(() => parse(text), 'identifier-invalid');
      }
    }
  });

  test('refuses what is no text', () => {
    for (const value of [undefined, null, 7, {}, good.slice(0, 1)]) {
      expectCode(() => parse(value as string), 'identifier-invalid');
    }
  });
});
