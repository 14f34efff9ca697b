// SPDX-License-Identifier: Apache-2.0
import type { JsonValue } from '../canonical-json.js';
import { CountersignError, assertNever } from '../errors/index.js';
import type { Digest } from '../ids.js';
import { compareInstants, type Instant } from '../instant.js';
import type { KeyChange, NewEvent } from '../journal/record.js';
import { denialKey, movePointer, type CapabilityPointer } from './capability-keys.js';
import {
  installStream,
  mayEnd,
  type AttemptEnd,
  type Authority,
  type InstallState,
  type Proposal,
  type ProposalBasis,
} from './install-state.js';

/** What may be asked of an attempt. */
export type InstallCommand =
  | {
      readonly kind: 'propose';
      readonly proposal: Proposal;
      readonly basis: ProposalBasis;
      readonly pointer: CapabilityPointer | undefined;
      /** Whether a denial of these bytes is on record; proposing them anew ends it. */
      readonly denied: boolean;
    }
  | { readonly kind: 'grant' }
  | { readonly kind: 'deny' }
  | { readonly kind: 'claim' }
  | { readonly kind: 'record-published' }
  | { readonly kind: 'record-exposed'; readonly pointer: CapabilityPointer }
  | { readonly kind: 'end'; readonly end: AttemptEnd };

/** state + command -> events. Pure; refuses what the state does not allow. @throws `install-illegal-transition` */
export function decideInstall(state: InstallState, command: InstallCommand): readonly NewEvent[] {
  switch (command.kind) {
    case 'propose': {
      if (state.kind !== 'none') throw illegal(state, command);
      const { proposal, basis, pointer, denied } = command;
      const next = { latest: proposal.generation, active: pointer?.active ?? null };
      const forget = denied ? [{ kind: 'release', key: denialKey(proposal) } as const] : [];
      const data = { proposal: proposal as unknown as JsonValue, basis: basis as unknown as JsonValue };
      return [{ type: 'install.proposed', data, keys: [...movePointer(proposal, pointer, next), ...forget] }];
    }
    case 'grant':
      if (state.kind !== 'awaiting') throw illegal(state, command);
      return [{ type: 'install.granted', data: { challenge: state.challenge } }];
    case 'deny':
      if (state.kind !== 'awaiting') throw illegal(state, command);
      return [{ type: 'install.denied', data: { challenge: state.challenge }, keys: [takeDenial(state.proposal)] }];
    case 'claim':
      if (state.kind !== 'approved') throw illegal(state, command);
      return [{ type: 'install.claimed', data: {}, keys: [takeClaim(state.authority, state.proposal)] }];
    case 'record-published':
      if (state.kind !== 'claimed') throw illegal(state, command);
      return [{ type: 'install.published', data: { manifestDigest: state.proposal.manifestDigest } }];
    case 'record-exposed': {
      if (state.kind !== 'published') throw illegal(state, command);
      const { proposal } = state;
      const next = { latest: proposal.generation, active: proposal.generation };
      return [
        {
          type: 'install.exposed',
          data: { hosts: proposal.hosts },
          keys: movePointer(proposal, command.pointer, next),
        },
      ];
    }
    case 'end':
      if (!mayEnd(state, command.end)) throw illegal(state, command);
      return [{ type: 'install.ended', data: { end: command.end } }];
    default:
      return assertNever(command);
  }
}

/** What is true around an attempt while the next step is chosen. */
export interface Situation {
  /** Asked for only where a time matters. */
  readonly now: () => Instant;
  readonly policyDigest: Digest;
  readonly releaseRoot: Digest;
}

/** What has to happen next for an attempt. */
export type InstallStep =
  /** Nothing: it was never proposed, was denied, or has ended. */
  | { readonly kind: 'rest' }
  /** A person has to decide. */
  | { readonly kind: 'await'; readonly challenge: Digest }
  | { readonly kind: 'end'; readonly end: 'expired' | 'superseded' }
  | { readonly kind: 'claim' }
  | { readonly kind: 'publish' }
  | { readonly kind: 'expose' }
  /** Its bytes have to be proved at the host. */
  | { readonly kind: 'prove' };

/**
 * Once a decision is on the record, nothing but the record counts: a later prompt, policy or clock does not change what
 * was agreed to.
 */
export function nextStep(state: InstallState, situation: Situation): InstallStep {
  switch (state.kind) {
    case 'none':
    case 'denied':
    case 'ended':
      return { kind: 'rest' };
    case 'awaiting':
      return whileAwaiting(state, situation);
    case 'approved':
      return { kind: 'claim' };
    case 'claimed':
      return { kind: 'publish' };
    case 'published':
      return { kind: 'expose' };
    case 'active':
      return { kind: 'prove' };
    default:
      return assertNever(state);
  }
}

function whileAwaiting(
  state: InstallState & { kind: 'awaiting' },
  { now, policyDigest, releaseRoot }: Situation,
): InstallStep {
  if (compareInstants(now(), state.expiresAt) >= 0) return { kind: 'end', end: 'expired' };
  const same = state.proposal.policyDigest === policyDigest && state.proposal.releaseRoot === releaseRoot;
  return same ? { kind: 'await', challenge: state.challenge } : { kind: 'end', end: 'superseded' };
}

/** A key that is never released: one grant leads to one install, whoever tries again and however. */
function takeClaim(authority: Authority, { workspaceId, capabilityId, generation }: Proposal): KeyChange {
  const stream = installStream(workspaceId, capabilityId, generation);
  const key = authority.kind === 'challenge' ? `claim/${authority.digest}` : `claim/${stream}`;
  return { kind: 'take', key, value: { stream } };
}

/** A denial is for these bytes, whatever else was asked for in between. */
function takeDenial(proposal: Proposal): KeyChange {
  return { kind: 'take', key: denialKey(proposal), value: { generation: proposal.generation } };
}

function illegal(state: InstallState, command: InstallCommand): CountersignError {
  return new CountersignError('install-illegal-transition', { details: { state: state.kind, command: command.kind } });
}
