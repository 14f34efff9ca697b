// SPDX-License-Identifier: Apache-2.0
import { requireAudience, requireLive } from '../consent/assertion-checks.js';
import { requireOpen, evolveChallenge, type ChallengeRecord } from '../consent/challenge-machine.js';
import type { VerifierRegistry } from '../consent/verifier-registry.js';
import { CountersignError, toCountersignError, type ErrorCode } from '../errors/index.js';
import type { Digest, StreamName } from '../ids.js';
import type { JournalRecord } from '../journal/record.js';
import {
  DEFAULT_POLICY,
  evaluatePolicy,
  policyDigest,
  readPolicy,
  type InstallPolicy,
} from '../policy/install-policy.js';
import { evolveInstall, noInstall, type InstallState } from '../reconcile/install-state.js';

/**
 * Replays every decision: each signature is verified again with the keys that are given now, at the time that the record
 * carries, and no install may rest on anything but a settled grant or a policy.
 */
export class ConsentReplay {
  readonly #challenges = new Map<StreamName, ChallengeRecord>();
  readonly #installs = new Map<StreamName, InstallState>();
  readonly #granted = new Set<Digest>();
  /** Every policy that was ever in force: a change may fall between a decision and its commit. */
  readonly #policies = new Map<Digest, InstallPolicy>([[policyDigest(DEFAULT_POLICY), DEFAULT_POLICY]]);
  readonly #verifiers: VerifierRegistry;
  readonly #signal: AbortSignal;
  /** Signatures that were verified. */
  proofs = 0;

  constructor(verifiers: VerifierRegistry, signal: AbortSignal) {
    this.#verifiers = verifiers;
    this.#signal = signal;
  }

  /** @returns why the record cannot stand, undefined when it can */
  async next(record: JournalRecord): Promise<ErrorCode | undefined> {
    try {
      if (record.stream.startsWith('challenge/')) await this.#challenge(record);
      if (record.stream.startsWith('install/')) this.#install(record);
      if (record.stream.startsWith('policy/')) this.#policy(record);
      return undefined;
    } catch (error) {
      return toCountersignError(error).code;
    }
  }

  async #challenge(record: JournalRecord): Promise<void> {
    const before = this.#challenges.get(record.stream);
    const after = evolveChallenge(before, record);
    const vote = record.type === 'challenge.voted' ? after.votes.at(-1) : undefined;
    if (before !== undefined && vote !== undefined) {
      const { challenge } = before;
      requireOpen(before);
      if (vote.assertion.challengeDigest !== before.digest) throw new CountersignError('corrupt');
      requireAudience(vote.assertion, challenge, challenge.audience);
      requireLive(vote.assertion, challenge, record.at);
      const { principal } = await this.#verifiers.verify(vote.assertion, challenge, {
        purpose: 'record',
        signal: this.#signal,
      });
      if (principal !== vote.principal) throw new CountersignError('corrupt');
      this.proofs += 1;
    }
    if (after.status.kind === 'settled') {
      requireSettledRightly(after);
      if (after.status.decision === 'granted') this.#granted.add(after.digest);
    }
    this.#challenges.set(record.stream, after);
  }

  #install(record: JournalRecord): void {
    const state = evolveInstall(this.#installs.get(record.stream) ?? noInstall, record);
    if (state.kind === 'approved' && !this.#mayApprove(state)) {
      throw new CountersignError('corrupt', { details: { reason: 'an approval that rests on nothing' } });
    }
    this.#installs.set(record.stream, state);
  }

  #mayApprove({ authority, proposal }: InstallState & { kind: 'approved' }): boolean {
    if (authority.kind === 'challenge') return this.#granted.has(authority.digest);
    const policy = this.#policies.get(authority.digest);
    return policy !== undefined && evaluatePolicy(policy, proposal.releaseRoot) === 'preapproved';
  }

  #policy({ data }: JournalRecord): void {
    const policy = readPolicy(data['policy'] ?? null);
    this.#policies.set(policyDigest(policy), policy);
  }
}

function requireSettledRightly({ votes, challenge, status }: ChallengeRecord): void {
  const denied = votes.some(({ assertion }) => assertion.decision === 'denied');
  const granters = new Set(
    votes.filter(({ assertion }) => assertion.decision === 'granted').map(({ principal }) => principal),
  );
  const decision = denied ? 'denied' : granters.size >= challenge.rules.approvals ? 'granted' : undefined;
  if (status.kind !== 'settled' || status.decision !== decision) throw new CountersignError('corrupt');
}
