// SPDX-License-Identifier: Apache-2.0
import { canonicalJson } from '../canonical-json.js';
import type { VerifierRegistry } from '../consent/verifier-registry.js';
import { isCountersignError, type ErrorCode } from '../errors/index.js';
import type { StreamName } from '../ids.js';
import { earlier, parseInstant, type Instant } from '../instant.js';
import type { JournalRecord, NewEvent } from '../journal/record.js';
import { challengeCovers } from '../reconcile/propose.js';
import { objectTo, type AuditFinding, type EventFault, type Objection } from './audit-finding.js';
import { ChallengeReplay } from './challenge-replay.js';
import { CommitReplay, type AskedProposal } from './commit-replay.js';
import { InstallReplay } from './install-replay.js';
import { PolicyReplay } from './policy-replay.js';
import type { Decided, StreamReplay } from './stream-replay.js';

/** Refusals of the machines that say that the state is not the right one, rather than that the event is malformed. */
const OUT_OF_STATE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'challenge-unknown',
  'challenge-settled',
  'challenge-expired',
  'challenge-superseded',
  'principal-already-voted',
  'install-illegal-transition',
]);

export interface JournalReplayParts {
  readonly verifiers: VerifierRegistry;
  readonly audience: string;
  readonly isTaken: (key: string) => boolean;
  readonly signal: AbortSignal;
}

/**
 * Makes every decision again, from the records before it, and compares: an event that the machines would not have written
 * in that place, with those keys and in that commit, rests on nothing.
 */
export class JournalReplay {
  readonly #challenges: ChallengeReplay;
  readonly #replays: ReadonlyMap<string, StreamReplay>;
  readonly #times = new Map<StreamName, Instant>();
  #commit: CommitReplay | undefined;

  constructor({ verifiers, audience, isTaken, signal }: JournalReplayParts) {
    const policy = new PolicyReplay();
    this.#challenges = new ChallengeReplay({ policy, verifiers, audience, signal });
    this.#replays = new Map<string, StreamReplay>([
      ['policy', policy],
      ['challenge', this.#challenges],
      ['install', new InstallReplay({ policy, isTaken })],
    ]);
  }

  get proofs(): number {
    return this.#challenges.proofs;
  }

  get streams(): number {
    return this.#times.size;
  }

  /** @returns why this record, or the commit before it, cannot stand; undefined when both can */
  async next(record: JournalRecord): Promise<AuditFinding | undefined> {
    const unfinished = this.#commit?.id === record.commitId ? undefined : this.finish();
    if (unfinished !== undefined) return unfinished;
    this.#commit ??= new CommitReplay(record);
    const objection = await this.#replay(record, this.#commit);
    return objection === undefined ? undefined : findingOf(record, objection);
  }

  /** Ends the commit that was read last. @returns why it cannot stand */
  finish(): AuditFinding | undefined {
    const commit = this.#commit;
    this.#commit = undefined;
    if (commit === undefined) return undefined;
    const incomplete = commit.incomplete();
    if (incomplete !== undefined) return findingOf(incomplete, objectTo('commit'));
    const uncovered = commit.asked.find((asked) => !this.#isCovered(asked));
    return uncovered === undefined ? undefined : findingOf(uncovered.record, objectTo('challenge'));
  }

  async #replay(record: JournalRecord, commit: CommitReplay): Promise<Objection | undefined> {
    const replay = this.#replays.get(record.stream.slice(0, record.stream.indexOf('/')));
    if (replay === undefined) return objectTo('stream');
    const decided = this.#decide(record, commit, replay);
    if (decided.kind !== 'write') return decided;
    if (decided.stream !== record.stream) return objectTo('stream');
    const [expected, ...following] = decided.events;
    if (expected === undefined || !isSame(expected, record)) return objectTo('content');
    commit.owe(record, following);
    this.#times.set(record.stream, record.at);
    return await replay.accept(record, commit);
  }

  #decide(record: JournalRecord, commit: CommitReplay, replay: StreamReplay): Decided {
    const { stream, at } = record;
    try {
      const last = this.#times.get(stream);
      if (parseInstant(at) !== commit.at || (last !== undefined && earlier(at, last))) return objectTo('time');
      const owed = commit.owed(stream);
      return owed === undefined ? replay.decide(record) : { kind: 'write', stream, events: owed };
    } catch (error) {
      if (!isCountersignError(error)) throw error;
      return objectTo(faultOf(error.code));
    }
  }

  #isCovered({ state: { proposal, challenge, expiresAt } }: AskedProposal): boolean {
    const asked = this.#challenges.find(challenge);
    return asked !== undefined && asked.expiresAt === expiresAt && challengeCovers(asked, proposal);
  }
}

function isSame({ type, data, keys = [] }: NewEvent, record: JournalRecord): boolean {
  const written = { type: record.type, data: record.data, keys: record.keys };
  return canonicalJson({ type, data, keys }) === canonicalJson(written);
}

function faultOf(code: ErrorCode): EventFault {
  return OUT_OF_STATE.has(code) ? 'transition' : 'content';
}

function findingOf({ position, stream, revision }: JournalRecord, objection: Objection): AuditFinding {
  return { ...objection, position, stream, revision };
}
