// SPDX-License-Identifier: Apache-2.0
import type { JsonObject } from '../canonical-json.js';
import { CountersignError } from '../errors/index.js';
import {
  parseStreamName,
  type CapabilityId,
  type Digest,
  type HostId,
  type StreamName,
  type WorkspaceId,
} from '../ids.js';
import type { Instant } from '../instant.js';
import type { JournalRecord } from '../journal/record.js';
import type { MaterialReference } from '../material/material-source.js';
import { readProposed } from './proposal-format.js';

/** What one attempt is about. Everything that a resumed install needs is here, so a changed catalog cannot derail it. */
export interface Proposal {
  readonly workspaceId: WorkspaceId;
  readonly capabilityId: CapabilityId;
  readonly generation: number;
  readonly title: string;
  readonly folder: string;
  readonly material: MaterialReference;
  readonly manifestDigest: Digest;
  readonly releaseRoot: Digest;
  readonly policyDigest: Digest;
  readonly scope: 'project' | 'user';
  readonly hosts: readonly HostId[];
  /** The digest that is active while this is proposed, null when none is. */
  readonly replaces: Digest | null;
}

/** What an install rests on: a settled challenge, or a stored policy that pre-approves exactly this. */
export type Authority =
  { readonly kind: 'challenge'; readonly digest: Digest } | { readonly kind: 'policy'; readonly digest: Digest };

/**
 * How an attempt ended. `abandoned`: it was approved but could not be carried out, and the catalog or the hosts are no longer
 * those that were agreed to, or a person asked again.
 */
export type AttemptEnd = 'expired' | 'superseded' | 'replaced' | 'abandoned';

/** Every state is one of these, and each has a way forward that needs no hand editing. */
export type InstallState =
  | { readonly kind: 'none' }
  | { readonly kind: 'awaiting'; readonly proposal: Proposal; readonly challenge: Digest; readonly expiresAt: Instant }
  | { readonly kind: 'approved'; readonly proposal: Proposal; readonly authority: Authority }
  | { readonly kind: 'claimed'; readonly proposal: Proposal; readonly authority: Authority }
  | { readonly kind: 'published'; readonly proposal: Proposal; readonly authority: Authority }
  | { readonly kind: 'active'; readonly proposal: Proposal; readonly authority: Authority }
  | { readonly kind: 'denied'; readonly proposal: Proposal; readonly challenge: Digest }
  | { readonly kind: 'ended'; readonly proposal: Proposal; readonly end: AttemptEnd };

export const noInstall: InstallState = { kind: 'none' };

/** One stream per attempt, so streams stay short whatever the history of a capability is. */
export function installStream(workspaceId: WorkspaceId, capabilityId: CapabilityId, generation: number): StreamName {
  return parseStreamName(`install/${workspaceId}/${capabilityId}/${String(generation)}`);
}

/** state + event -> state. @throws `corrupt` on an event that does not belong */
export function evolveInstall(state: InstallState, { type, data }: Pick<JournalRecord, 'type' | 'data'>): InstallState {
  switch (type) {
    case 'install.proposed':
      return evolveProposed(state, data);
    case 'install.granted':
      if (state.kind !== 'awaiting') break;
      return { kind: 'approved', proposal: state.proposal, authority: { kind: 'challenge', digest: state.challenge } };
    case 'install.denied':
      if (state.kind !== 'awaiting') break;
      return { kind: 'denied', proposal: state.proposal, challenge: state.challenge };
    case 'install.claimed':
      if (state.kind !== 'approved') break;
      return { ...state, kind: 'claimed' };
    case 'install.published':
      if (state.kind !== 'claimed') break;
      return { ...state, kind: 'published' };
    case 'install.exposed':
      if (state.kind !== 'published') break;
      return { ...state, kind: 'active' };
    case 'install.ended': {
      const end = data['end'];
      if (!isAttemptEnd(end) || !mayEnd(state, end)) break;
      return { kind: 'ended', proposal: state.proposal, end };
    }
  }
  throw new CountersignError('corrupt', { details: { type, state: state.kind } });
}

function evolveProposed(state: InstallState, data: JsonObject): InstallState {
  if (state.kind !== 'none')
    throw new CountersignError('corrupt', { details: { type: 'install.proposed', state: state.kind } });
  const { proposal, basis } = readProposed(data);
  return basis.kind === 'challenge'
    ? { kind: 'awaiting', proposal, challenge: basis.challenge, expiresAt: basis.expiresAt }
    : { kind: 'approved', proposal, authority: { kind: 'policy', digest: proposal.policyDigest } };
}

/** How a proposal is to be decided, recorded with it. */
export type ProposalBasis =
  { readonly kind: 'challenge'; readonly challenge: Digest; readonly expiresAt: Instant } | { readonly kind: 'policy' };

/** Which states may end in which way. */
export function mayEnd(state: InstallState, end: AttemptEnd): state is Exclude<InstallState, { kind: 'none' }> {
  switch (end) {
    case 'expired':
    case 'superseded':
      return state.kind === 'awaiting';
    case 'replaced':
      return state.kind === 'active';
    case 'abandoned':
      return state.kind === 'approved' || state.kind === 'claimed' || state.kind === 'published';
  }
}

function isAttemptEnd(value: unknown): value is AttemptEnd {
  return value === 'expired' || value === 'superseded' || value === 'replaced' || value === 'abandoned';
}

export function foldInstall(records: readonly JournalRecord[]): InstallState {
  return records.reduce<InstallState>(evolveInstall, noInstall);
}
