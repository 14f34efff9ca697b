// SPDX-License-Identifier: Apache-2.0
import type { JsonObject, JsonValue } from '../canonical-json.js';
import { CountersignError, assertNever } from '../errors/index.js';
import { parseStreamName, type Digest, type PrincipalId, type StreamName } from '../ids.js';
import type { Instant } from '../instant.js';
import type { StreamWrite } from '../journal/engine-store.js';
import type { JournalRecord, NewEvent } from '../journal/record.js';
import { assertionDigest, readAssertion, type Assertion, type Decision } from './assertion.js';
import { challengeDigest, readChallenge, type Challenge } from './challenge.js';

/** One person's recorded decision, with everything that is needed to verify it again. */
export interface Vote {
  readonly assertion: Assertion;
  readonly assertionDigest: Digest;
  readonly principal: PrincipalId;
  readonly keyId: string;
}

export type RetireReason = 'expired' | 'superseded';

export type ChallengeStatus =
  | { readonly kind: 'open' }
  | { readonly kind: 'settled'; readonly decision: Decision }
  | { readonly kind: 'retired'; readonly reason: RetireReason };

/** A challenge and what became of it. */
export interface ChallengeRecord {
  readonly challenge: Challenge;
  readonly digest: Digest;
  readonly revision: number;
  /** Time of the newest event. */
  readonly recordedAt: Instant;
  readonly votes: readonly Vote[];
  readonly status: ChallengeStatus;
}

export function challengeStream(digest: Digest): StreamName {
  return parseStreamName(`challenge/${digest}`);
}

export const OPEN_CHALLENGE_PREFIX = 'open-challenge/';

/** Taken while a challenge can be decided. */
function openChallengeKey(digest: Digest): string {
  return `${OPEN_CHALLENGE_PREFIX}${digest}`;
}

/** The first event of a challenge. */
export function issueChallenge(challenge: Challenge): StreamWrite {
  const digest = challengeDigest(challenge);
  const { workspaceId, capability } = challenge;
  const event: NewEvent = {
    type: 'challenge.issued',
    data: { challenge: challenge as unknown as JsonValue },
    keys: [{ kind: 'take', key: openChallengeKey(digest), value: { workspaceId, capabilityId: capability.id } }],
  };
  return { stream: challengeStream(digest), expectedRevision: 0, events: [event] };
}

/** Ends an open challenge without a decision. @throws as `requireOpen` */
export function retireChallenge(record: ChallengeRecord, reason: RetireReason): StreamWrite {
  requireOpen(record);
  const release = { kind: 'release', key: openChallengeKey(record.digest) } as const;
  const event: NewEvent = { type: 'challenge.retired', data: { reason }, keys: [release] };
  return { stream: challengeStream(record.digest), expectedRevision: record.revision, events: [event] };
}

export interface CastVote {
  readonly write: StreamWrite;
  /** The decision that this vote leads to, undefined while more people must agree. */
  readonly decision: Decision | undefined;
}

/**
 * Records a verified vote, and settles the challenge when it decides. People are counted, not keys: a second vote of one
 * person is refused. One denial ends it.
 * @throws `challenge-settled`, `challenge-expired`, `challenge-superseded`, `principal-already-voted`
 */
export function castVote(record: ChallengeRecord, vote: Vote, nonceKey: string): CastVote {
  requireOpen(record);
  if (hasVoted(record, vote.principal)) throw new CountersignError('principal-already-voted');

  const decision = tally([...record.votes, vote], record.challenge.rules.approvals);
  const voted: NewEvent = {
    type: 'challenge.voted',
    data: { assertion: vote.assertion as unknown as JsonValue, principal: vote.principal, keyId: vote.keyId },
    keys: [{ kind: 'take', key: nonceKey, value: vote.assertionDigest }],
  };
  const settled: NewEvent[] =
    decision === undefined
      ? []
      : [
          {
            type: 'challenge.settled',
            data: { decision },
            keys: [{ kind: 'release', key: openChallengeKey(record.digest) }],
          },
        ];
  return {
    write: { stream: challengeStream(record.digest), expectedRevision: record.revision, events: [voted, ...settled] },
    decision,
  };
}

/** What votes of different people come to; undefined while more must agree. Pure. */
export function tally(votes: readonly Vote[], approvals: number): Decision | undefined {
  if (votes.some(({ assertion }) => assertion.decision === 'denied')) return 'denied';
  return new Set(votes.map(({ principal }) => principal)).size >= approvals ? 'granted' : undefined;
}

/** @throws `challenge-settled`, `challenge-expired`, `challenge-superseded` */
export function requireOpen({ status }: ChallengeRecord): void {
  switch (status.kind) {
    case 'open':
      return;
    case 'settled':
      throw new CountersignError('challenge-settled', { details: { decision: status.decision } });
    case 'retired':
      throw new CountersignError(status.reason === 'expired' ? 'challenge-expired' : 'challenge-superseded');
    default:
      assertNever(status);
  }
}

/** Folds a challenge's stream; undefined when it is empty. @throws `corrupt` on an event that does not belong */
export function foldChallenge(records: readonly JournalRecord[]): ChallengeRecord | undefined {
  return records.reduce<ChallengeRecord | undefined>(evolveChallenge, undefined);
}

/** state + event -> state. @throws `corrupt` on an event that the state does not allow; `shape-invalid` on a malformed one */
export function evolveChallenge(
  state: ChallengeRecord | undefined,
  { type, data, revision, at: recordedAt }: JournalRecord,
): ChallengeRecord {
  if (state === undefined) {
    if (type !== 'challenge.issued') throw new CountersignError('corrupt', { details: { type } });
    const challenge = readChallenge(data['challenge'] ?? null);
    return { challenge, digest: challengeDigest(challenge), revision, recordedAt, votes: [], status: { kind: 'open' } };
  }
  const next = { ...state, revision, recordedAt };
  const decision = tally(state.votes, state.challenge.rules.approvals);
  const undecided = state.status.kind === 'open' && decision === undefined;
  switch (type) {
    case 'challenge.voted': {
      const vote = readVote(data);
      if (!undecided || vote.assertion.challengeDigest !== state.digest || hasVoted(state, vote.principal)) break;
      return { ...next, votes: [...state.votes, vote] };
    }
    case 'challenge.settled':
      if (state.status.kind !== 'open' || decision === undefined || data['decision'] !== decision) break;
      return { ...next, status: { kind: 'settled', decision } };
    case 'challenge.retired':
      if (!undecided) break;
      return { ...next, status: { kind: 'retired', reason: readRetireReason(data) } };
  }
  throw new CountersignError('corrupt', { details: { type, status: state.status.kind } });
}

function hasVoted({ votes }: ChallengeRecord, principal: PrincipalId): boolean {
  return votes.some((vote) => vote.principal === principal);
}

/** Reads the data of `challenge.retired`. @throws `corrupt` */
export function readRetireReason({ reason }: JsonObject): RetireReason {
  if (reason === 'expired' || reason === 'superseded') return reason;
  throw new CountersignError('corrupt', { details: { type: 'challenge.retired' } });
}

/** Reads the data of `challenge.voted`: the vote of whoever the assertion names. @throws `corrupt`, `shape-invalid` */
export function readVote(data: JsonObject): Vote {
  const assertion = readAssertion(data['assertion'] ?? null);
  const { principal, keyId } = data;
  if (principal !== assertion.principal || typeof keyId !== 'string') {
    throw new CountersignError('corrupt', { details: { type: 'challenge.voted' } });
  }
  return { assertion, assertionDigest: assertionDigest(assertion), principal: assertion.principal, keyId };
}
