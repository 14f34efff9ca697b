// SPDX-License-Identifier: Apache-2.0
import type { JsonObject } from '../canonical-json.js';
import { assertNever } from '../errors/index.js';
import type { Digest, StreamName } from '../ids.js';
import type { JournalRecord } from '../journal/record.js';
import { evaluatePolicy, type PolicyVerdict } from '../policy/install-policy.js';
import { denialKey, pointerPrefix, readPointer, type CapabilityPointer } from '../reconcile/capability-keys.js';
import { decideInstall, type InstallCommand } from '../reconcile/install-machine.js';
import {
  evolveInstall,
  installStream,
  noInstall,
  type AttemptEnd,
  type InstallState,
  type Proposal,
  type ProposalBasis,
} from '../reconcile/install-state.js';
import { readProposed } from '../reconcile/proposal-format.js';
import { objectTo, type Objection } from './audit-finding.js';
import type { CommitReplay, Meeting } from './commit-replay.js';
import type { PolicyReplay } from './policy-replay.js';
import type { Decided, StreamReplay } from './stream-replay.js';

/** What a proposal rests on under each verdict of the policy. */
const BASES: Readonly<Record<PolicyVerdict, ProposalBasis['kind'] | undefined>> = {
  ask: 'challenge',
  preapproved: 'policy',
  forbidden: undefined,
};

export interface InstallReplayParts {
  readonly policy: PolicyReplay;
  /** Whether a key was taken when the record was written. */
  readonly isTaken: (key: string) => boolean;
}

/** Replays the attempts: none may go on with anything but a settled grant of exactly its proposal, or a policy for it. */
export class InstallReplay implements StreamReplay {
  readonly #parts: InstallReplayParts;
  readonly #states = new Map<StreamName, InstallState>();
  readonly #pointers = new Map<string, CapabilityPointer>();

  constructor(parts: InstallReplayParts) {
    this.#parts = parts;
  }

  decide(record: JournalRecord): Decided {
    const state = this.#states.get(record.stream) ?? noInstall;
    const command = this.#commandOf(record, state);
    if (command.kind === 'event' || command.kind === 'consent') return command;
    const stream = command.kind === 'propose' ? streamOf(command.proposal) : record.stream;
    return { kind: 'write', stream, events: decideInstall(state, command) };
  }

  accept(record: JournalRecord, commit: CommitReplay): undefined {
    const before = this.#states.get(record.stream) ?? noInstall;
    const after = evolveInstall(before, record);
    this.#states.set(record.stream, after);
    const meeting = this.#meetingOf(before, after, record.stream);
    if (meeting !== undefined) commit.meet(meeting, record);
    if (after.kind === 'awaiting') commit.asked.push({ record, state: after });
    if (before.kind === 'none' || after.kind === 'active') this.#movePointer(record);
  }

  #meetingOf(before: InstallState, after: InstallState, stream: StreamName): Meeting | undefined {
    switch (after.kind) {
      case 'none':
      case 'claimed':
      case 'published':
        return undefined;
      case 'awaiting':
        return { kind: 'issue', challenge: after.challenge };
      case 'approved':
        return before.kind === 'awaiting'
          ? { kind: 'settle', challenge: before.challenge, decision: 'granted' }
          : undefined;
      case 'denied':
        return { kind: 'settle', challenge: after.challenge, decision: 'denied' };
      case 'active': {
        const attempt = this.#activeStream(after.proposal);
        return attempt === undefined ? undefined : { kind: 'replace', attempt };
      }
      case 'ended':
        if (before.kind === 'awaiting') return { kind: 'retire', challenge: before.challenge, reason: after.end };
        return after.end === 'replaced' ? { kind: 'replace', attempt: stream } : undefined;
      default:
        return assertNever(after);
    }
  }

  #commandOf({ type, data }: JournalRecord, state: InstallState): InstallCommand | Objection {
    switch (type) {
      case 'install.proposed':
        return this.#propose(data);
      case 'install.granted':
        return { kind: 'grant' };
      case 'install.denied':
        return { kind: 'deny' };
      case 'install.claimed':
        return { kind: 'claim' };
      case 'install.published':
        return { kind: 'record-published' };
      case 'install.exposed': {
        const pointer = state.kind === 'none' ? undefined : this.#pointers.get(pointerKey(state.proposal));
        return pointer === undefined ? objectTo('transition') : { kind: 'record-exposed', pointer };
      }
      case 'install.ended':
        // The machine allows no end that it does not know.
        return { kind: 'end', end: data['end'] as AttemptEnd };
      default:
        return objectTo('type');
    }
  }

  /** What follows from earlier records is taken from these: a proposal that says otherwise is then not what is written. */
  #propose(data: JsonObject): InstallCommand | Objection {
    const { proposal, basis } = readProposed(data);
    const { policy, digest } = this.#parts.policy.inForce;
    const verdict = evaluatePolicy(policy, proposal.releaseRoot);
    if (proposal.policyDigest !== digest || basis.kind !== BASES[verdict]) return objectTo('policy');
    const pointer = this.#pointers.get(pointerKey(proposal));
    const generation = (pointer?.latest ?? 0) + 1;
    const followed = { ...proposal, generation, replaces: this.#activeDigest(proposal) };
    const denied = this.#parts.isTaken(denialKey(proposal));
    return { kind: 'propose', proposal: followed, basis, pointer, denied };
  }

  #activeDigest(proposal: Proposal): Digest | null {
    const stream = this.#activeStream(proposal);
    const state = stream === undefined ? undefined : this.#states.get(stream);
    return state?.kind === 'active' ? state.proposal.manifestDigest : null;
  }

  /** The attempt at the same capability whose bytes are exposed. */
  #activeStream(proposal: Proposal): StreamName | undefined {
    const generation = this.#pointers.get(pointerKey(proposal))?.active ?? null;
    return generation === null ? undefined : streamOf({ ...proposal, generation });
  }

  /** The pointer is the one key that a proposal or an exposure takes. */
  #movePointer({ keys }: JournalRecord): void {
    for (const change of keys) {
      if (change.kind === 'take') this.#pointers.set(change.key, readPointer(change).pointer);
    }
  }
}

function streamOf({ workspaceId, capabilityId, generation }: Proposal): StreamName {
  return installStream(workspaceId, capabilityId, generation);
}

function pointerKey({ workspaceId, capabilityId }: Proposal): string {
  return `${pointerPrefix(workspaceId)}${capabilityId}`;
}
