// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { JsonValue } from '../canonical-json.js';
import { digestOf } from '../digest.js';
import { CountersignError } from '../errors/index.js';
import {
  parseCapabilityId,
  parseHostId,
  parseWorkspaceId,
  type CapabilityId,
  type Digest,
  type HostId,
  type WorkspaceId,
} from '../ids.js';
import { parseInstant, type Instant } from '../instant.js';

/** Powers that a capability asks for beyond being read. */
export interface Grants {
  /** `allowed-tools` of the frontmatter, as written, in order. */
  readonly allowedTools: readonly string[];
  /** Hooks that the frontmatter declares, by event name, ascending. */
  readonly hooks: readonly string[];
  /** Paths of executable files, ascending. */
  readonly executables: readonly string[];
}

/** Rules of deciding, copied in when the challenge is issued and checked again at use. */
export interface ConsentRules {
  /** How many different people must grant; one denial ends it. */
  readonly approvals: number;
  /** Longest time from an assertion's `issuedAt` to its `expiresAt`. */
  readonly maxValidityMs: number;
  /** How far the signer's clock may be ahead of ours. */
  readonly clockSkewMs: number;
}

/** What a person is asked to sign. The digest of all of it is what the signature covers. */
export interface Challenge {
  readonly schema: 'countersign/challenge/v1';
  /** The installation that asks; an assertion for another one is refused. */
  readonly audience: string;
  /** 256 bits of server randomness in hex, so that no assertion can exist before the challenge. */
  readonly randomness: string;
  readonly capability: {
    readonly id: CapabilityId;
    readonly kind: 'skill';
    readonly title: string;
    readonly publisher: string;
    /** Name of the folder at the hosts. */
    readonly folder: string;
  };
  readonly manifestDigest: Digest;
  /** Digest of the catalog. */
  readonly releaseRoot: Digest;
  readonly workspaceId: WorkspaceId;
  /** 1 for the first time a capability is asked for in a workspace, then 2, 3 ... */
  readonly generation: number;
  readonly scope: 'project' | 'user';
  readonly hosts: readonly HostId[];
  readonly grants: Grants;
  /** Rules of the Agent Skills specification that the bytes break, as stable names; see docs/formats/skill-report.md. */
  readonly problems: readonly string[];
  /** The digest that is installed now, null when none is. */
  readonly replaces: Digest | null;
  readonly policyDigest: Digest;
  readonly rules: ConsentRules;
  /** Digest of the trial report that is shown beside the bytes, null when there is none. */
  readonly trialReport: Digest | null;
  readonly issuedAt: Instant;
  readonly expiresAt: Instant;
}

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const challengeShape = z.strictObject({
  schema: z.literal('countersign/challenge/v1'),
  audience: z.string().min(1).max(256),
  randomness: digest,
  capability: z.strictObject({
    id: z.string().transform(parseCapabilityId),
    kind: z.literal('skill'),
    title: z.string(),
    publisher: z.string(),
    folder: z.string(),
  }),
  manifestDigest: digest,
  releaseRoot: digest,
  workspaceId: z.string().transform(parseWorkspaceId),
  generation: z.int().positive(),
  scope: z.enum(['project', 'user']),
  hosts: z.array(z.string().transform(parseHostId)).min(1),
  grants: z.strictObject({
    allowedTools: z.array(z.string()),
    hooks: z.array(z.string()),
    executables: z.array(z.string()),
  }),
  problems: z.array(z.string()),
  replaces: digest.nullable(),
  policyDigest: digest,
  rules: z.strictObject({
    approvals: z.int().positive(),
    maxValidityMs: z.int().positive(),
    clockSkewMs: z.int().nonnegative(),
  }),
  trialReport: digest.nullable(),
  issuedAt: z.string().transform(parseInstant),
  expiresAt: z.string().transform(parseInstant),
});

export function challengeDigest(challenge: Challenge): Digest {
  return digestOf('challenge', challenge as unknown as JsonValue);
}

/** Reads a challenge from the journal or a file. @throws `shape-invalid`, `identifier-invalid`, `instant-invalid` */
export function readChallenge(value: JsonValue): Challenge {
  const parsed = challengeShape.safeParse(value);
  if (!parsed.success) throw new CountersignError('shape-invalid', { details: { document: 'challenge' } });
  return parsed.data as unknown as Challenge;
}
