// SPDX-License-Identifier: Apache-2.0
import { releaseRoot, type Catalog, type CatalogEntry } from '../catalog/catalog.js';
import { challengeDigest, type Challenge } from '../consent/challenge.js';
import type { SkillReport } from '../consent/skill-report.js';
import type { Digest, HostId, WorkspaceId } from '../ids.js';
import { addMilliseconds, type Instant } from '../instant.js';
import type { StoredPolicy } from '../policy/policy-store.js';
import type { Proposal, ProposalBasis } from './install-state.js';

export interface ProposalContext {
  readonly workspace: { readonly id: WorkspaceId; readonly scope: 'project' | 'user' };
  readonly hosts: readonly HostId[];
  readonly catalog: Catalog;
  readonly policy: StoredPolicy;
  readonly generation: number;
  readonly replaces: Digest | null;
}

/** What an attempt will be about. Pure. */
export function createProposal(entry: CatalogEntry, context: ProposalContext): Proposal {
  return {
    workspaceId: context.workspace.id,
    capabilityId: entry.id,
    generation: context.generation,
    title: entry.title,
    folder: entry.folder,
    material: entry.material,
    manifestDigest: entry.manifestDigest,
    releaseRoot: releaseRoot(context.catalog),
    policyDigest: context.policy.digest,
    scope: context.workspace.scope,
    hosts: context.hosts,
    replaces: context.replaces,
  };
}

export interface ChallengeContext {
  readonly audience: string;
  readonly publisher: string;
  readonly report: SkillReport;
  readonly policy: StoredPolicy;
  /** 32 unpredictable bytes. */
  readonly randomness: Uint8Array;
  readonly now: Instant;
}

/** The challenge for a proposal: everything that a person's signature has to cover. Pure. */
export function createChallenge(proposal: Proposal, context: ChallengeContext): Challenge {
  const { approvals, maxValidityMs, clockSkewMs, challengeLifetimeMs } = context.policy.policy.terms;
  const { capabilityId, folder, title, manifestDigest, workspaceId, generation, scope, hosts, replaces, policyDigest } =
    proposal;
  return {
    schema: 'countersign/challenge/v1',
    audience: context.audience,
    randomness: Buffer.from(context.randomness).toString('hex'),
    capability: { id: capabilityId, kind: 'skill', title, publisher: context.publisher, folder },
    manifestDigest,
    releaseRoot: proposal.releaseRoot,
    workspaceId,
    generation,
    scope,
    hosts,
    grants: context.report.grants,
    problems: context.report.problems,
    replaces,
    policyDigest,
    rules: { approvals, maxValidityMs, clockSkewMs },
    trialReport: null,
    issuedAt: context.now,
    expiresAt: addMilliseconds(context.now, challengeLifetimeMs),
  };
}

export function challengeBasis(challenge: Challenge): ProposalBasis {
  return { kind: 'challenge', challenge: challengeDigest(challenge), expiresAt: challenge.expiresAt };
}

/** Whether a challenge asked for exactly this proposal: a signature for one must not carry another. */
export function challengeCovers(challenge: Challenge, proposal: Proposal): boolean {
  const { capability, workspaceId, generation, manifestDigest, releaseRoot, policyDigest, scope, hosts, replaces } =
    challenge;
  return (
    capability.id === proposal.capabilityId &&
    capability.title === proposal.title &&
    capability.folder === proposal.folder &&
    workspaceId === proposal.workspaceId &&
    generation === proposal.generation &&
    manifestDigest === proposal.manifestDigest &&
    releaseRoot === proposal.releaseRoot &&
    policyDigest === proposal.policyDigest &&
    scope === proposal.scope &&
    replaces === proposal.replaces &&
    hosts.length === proposal.hosts.length &&
    hosts.every((host, index) => host === proposal.hosts[index])
  );
}
