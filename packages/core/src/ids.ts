// SPDX-License-Identifier: Apache-2.0
import { CountersignError } from './errors/index.js';

declare const brand: unique symbol;
/** A primitive that has been checked: only the parse functions below make one. */
export type Branded<Base, Name extends string> = Base & { readonly [brand]: Name };

/** SHA-256 in lower-case hex, 64 characters. */
export type Digest = Branded<string, 'Digest'>;
/** A capability in a catalog, unique there: letters of any script, digits, `._@:-`; 1-128 characters, NFC, none invisible. */
export type CapabilityId = Branded<string, 'CapabilityId'>;
/** A workspace, independent of where it lies on a disk: `[A-Za-z0-9._-]`, 1-64 characters. */
export type WorkspaceId = Branded<string, 'WorkspaceId'>;
/** An agent host, such as `claude-code`: `[a-z0-9-]`, 1-64 characters. */
export type HostId = Branded<string, 'HostId'>;
/** A person (never a key): 1-128 visible characters and single inner spaces, NFC. People are counted by it. */
export type PrincipalId = Branded<string, 'PrincipalId'>;
/** A verifier, such as `ed25519`: `[a-z0-9._-]`, 1-64 characters. */
export type AuthenticatorId = Branded<string, 'AuthenticatorId'>;
/** A stream of the journal: `category/...`, printable, no spaces, at most 512 characters. */
export type StreamName = Branded<string, 'StreamName'>;

// People tell capabilities and persons apart by sight, so these two hold no character that does not show (\p{DI}: variation
// selectors, fillers), and a person's name no space that does not.
const PATTERNS = {
  Digest: /^[0-9a-f]{64}$/,
  CapabilityId: /^(?!.*\p{DI})[\p{L}\p{N}][\p{L}\p{N}\p{M}._@:-]{0,127}$/u,
  WorkspaceId: /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
  HostId: /^[a-z0-9][a-z0-9-]{0,63}$/,
  PrincipalId: /^(?!.*(?:\p{DI}| $| {2}))[\p{L}\p{N}][\p{L}\p{N}\p{M}\p{P}\p{S} ]{0,127}$/u,
  AuthenticatorId: /^[a-z0-9][a-z0-9._-]{0,63}$/,
  StreamName: /^[a-z][a-z0-9-]{0,63}\/[^\s\p{C}]{1,447}$/u,
} as const;

function parser<Name extends keyof typeof PATTERNS>(name: Name) {
  return (text: string): Branded<string, Name> => {
    if (typeof text !== 'string' || !PATTERNS[name].test(text) || text.normalize('NFC') !== text) {
      throw new CountersignError('identifier-invalid', { details: { kind: name } });
    }
    return text as Branded<string, Name>;
  };
}

/** Each throws `identifier-invalid`. */
export const parseDigest = parser('Digest');
export const parseCapabilityId = parser('CapabilityId');
export const parseWorkspaceId = parser('WorkspaceId');
export const parseHostId = parser('HostId');
export const parsePrincipalId = parser('PrincipalId');
export const parseAuthenticatorId = parser('AuthenticatorId');
export const parseStreamName = parser('StreamName');
