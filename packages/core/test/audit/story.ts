// SPDX-License-Identifier: Apache-2.0
import { audit, type AuditReport } from '../../src/audit/audit.js';
import { assertionDigest, type Assertion, type Decision } from '../../src/consent/assertion.js';
import { challengeDigest, type Challenge } from '../../src/consent/challenge.js';
import {
  castVote,
  challengeStream,
  foldChallenge,
  issueChallenge,
  retireChallenge,
  type CastVote,
  type ChallengeRecord,
  type RetireReason,
} from '../../src/consent/challenge-machine.js';
import type { ConsentVerifier } from '../../src/consent/consent-verifier.js';
import { nonceKey } from '../../src/consent/nonce-key.js';
import { signDecision } from '../../src/consent/sign-decision.js';
import { VerifierRegistry } from '../../src/consent/verifier-registry.js';
import { sha256 } from '../../src/digest.js';
import { parseCapabilityId, type CapabilityId, type StreamName } from '../../src/ids.js';
import { addMilliseconds } from '../../src/instant.js';
import { DEFAULT_POLICY, policyDigest, type InstallPolicy } from '../../src/policy/install-policy.js';
import { POLICY_STREAM, setPolicy } from '../../src/policy/policy-event.js';
import { systemRandomness, type Randomness } from '../../src/randomness.js';
import { denialKey, pointerPrefix, type CapabilityPointer } from '../../src/reconcile/capability-keys.js';
import { decideInstall, type InstallCommand } from '../../src/reconcile/install-machine.js';
import {
  foldInstall,
  installStream,
  type InstallState,
  type Proposal,
  type ProposalBasis,
} from '../../src/reconcile/install-state.js';
import { challengeBasis, createChallenge } from '../../src/reconcile/propose.js';
import { harnessFor, ReferenceVerifier } from '../conformance/consent-verifier-reference.js';
import { proposal as sample } from '../reconcile/install-samples.js';
import { Ledger, type LedgerWrite } from './ledger.js';

export const AUDIENCE = 'audit-tests';
const { signer, otherSigner, untrustedSigner } = harnessFor(new ReferenceVerifier());
export const people = { approver: signer, second: otherSigner, stranger: untrustedSigner };

export interface Asked {
  readonly proposal: Proposal;
  readonly stream: StreamName;
  readonly challenge: Challenge;
}

/** What an honest installation writes, made by the pure machines; a forgery is written beside it. */
export class Story {
  readonly ledger = new Ledger();
  policy: InstallPolicy = DEFAULT_POLICY;
  randomness: Randomness = systemRandomness;

  constructor(readonly audience: string = AUDIENCE) {}

  setPolicy(policy: InstallPolicy): number {
    this.policy = policy;
    return this.ledger.write(setPolicy(policy, this.ledger.of(POLICY_STREAM).length));
  }

  /** A proposal that follows from the ledger. */
  proposal(name: string, fields: Partial<Proposal> = {}): Proposal {
    const capabilityId = parseCapabilityId(name);
    const pointer = this.pointer(capabilityId);
    const active = pointer?.active ?? null;
    const state = active === null ? undefined : this.state(installStream(sample.workspaceId, capabilityId, active));
    return {
      ...sample,
      capabilityId,
      title: name,
      folder: name,
      material: { scheme: 'directory', path: name },
      manifestDigest: sha256(name),
      policyDigest: policyDigest(this.policy),
      generation: (pointer?.latest ?? 0) + 1,
      replaces: state?.kind === 'active' ? state.proposal.manifestDigest : null,
      ...fields,
    };
  }

  challengeFor(proposal: Proposal): Challenge {
    const { policy } = this;
    const guard = { stream: POLICY_STREAM, expectedRevision: 0 };
    return createChallenge(proposal, {
      audience: this.audience,
      publisher: 'a publisher',
      report: {
        ...{ name: null, description: null, license: null, linkedHosts: [], hidden: [], binaries: [], problems: [] },
        grants: { allowedTools: ['Read'], hooks: [], executables: [] },
      },
      policy: { policy, digest: policyDigest(policy), revision: 0, guard },
      randomness: this.randomness.bytes(32),
      now: this.ledger.at,
    });
  }

  propose(proposal: Proposal, basis: ProposalBasis): LedgerWrite {
    const pointer = this.pointer(proposal.capabilityId);
    const denied = this.ledger.value(denialKey(proposal)) !== undefined;
    const events = decideInstall({ kind: 'none' }, { kind: 'propose', proposal, basis, pointer, denied });
    return { stream: streamOf(proposal), events };
  }

  ask(name: string, fields: Partial<Proposal> = {}): Asked {
    const proposal = this.proposal(name, fields);
    const challenge = this.challengeFor(proposal);
    this.ledger.write(this.propose(proposal, challengeBasis(challenge)), issueChallenge(challenge));
    return { proposal, stream: streamOf(proposal), challenge };
  }

  async sign(challenge: Challenge, decision: Decision, by = people.approver): Promise<Assertion> {
    return await signDecision(challenge, decision, {
      signer: by,
      now: this.ledger.at,
      randomness: this.randomness,
      validityMs: 60_000,
    });
  }

  /** The vote, and the settlement that it leads to. */
  async voteWrite(challenge: Challenge, decision: Decision, by = people.approver): Promise<CastVote> {
    return this.castWrite(challenge, await this.sign(challenge, decision, by));
  }

  castWrite(challenge: Challenge, assertion: Assertion): CastVote {
    const keyId = assertion.proof.slice(0, assertion.proof.indexOf('.'));
    const vote = { assertion, assertionDigest: assertionDigest(assertion), principal: assertion.principal, keyId };
    return castVote(this.challengeRecord(challenge), vote, nonceKey(assertion));
  }

  async decide({ challenge, stream }: Asked, decision: Decision, by = people.approver): Promise<number> {
    const { write, decision: settled } = await this.voteWrite(challenge, decision, by);
    if (settled === undefined) return this.ledger.write(write);
    return this.ledger.write(write, this.step(stream, { kind: settled === 'granted' ? 'grant' : 'deny' }));
  }

  retire({ challenge, stream }: Asked, end: RetireReason): number {
    return this.ledger.write(this.step(stream, { kind: 'end', end }), this.retireWrite(challenge, end));
  }

  retireWrite(challenge: Challenge, reason: RetireReason): LedgerWrite {
    return retireChallenge(this.challengeRecord(challenge), reason);
  }

  step(stream: StreamName, command: InstallCommand): LedgerWrite {
    return { stream, events: decideInstall(this.state(stream), command) };
  }

  /** Claims, publishes and exposes what was approved, in place of what was active. */
  carryOut(proposal: Proposal): void {
    const stream = streamOf(proposal);
    this.ledger.write(this.step(stream, { kind: 'claim' }));
    this.ledger.write(this.step(stream, { kind: 'record-published' }));
    const pointer = this.pointer(proposal.capabilityId);
    if (pointer === undefined) throw new Error('nothing was proposed');
    const exposed = this.step(stream, { kind: 'record-exposed', pointer });
    const old = pointer.active === null ? undefined : streamOf({ ...proposal, generation: pointer.active });
    this.ledger.write(exposed, ...(old === undefined ? [] : [this.step(old, { kind: 'end', end: 'replaced' })]));
  }

  async install(name: string, fields: Partial<Proposal> = {}): Promise<Asked> {
    const asked = this.ask(name, fields);
    await this.decide(asked, 'granted');
    this.carryOut(asked.proposal);
    return asked;
  }

  pass(milliseconds: number): void {
    this.ledger.at = addMilliseconds(this.ledger.at, milliseconds);
  }

  state(stream: StreamName): InstallState {
    return foldInstall(this.ledger.of(stream));
  }

  challengeRecord(challenge: Challenge): ChallengeRecord {
    const record = foldChallenge(this.ledger.of(challengeStream(challengeDigest(challenge))));
    if (record === undefined) throw new Error('no such challenge');
    return record;
  }

  pointer(capabilityId: CapabilityId): CapabilityPointer | undefined {
    const value = this.ledger.value(`${pointerPrefix(sample.workspaceId)}${capabilityId}`);
    return value as unknown as CapabilityPointer | undefined;
  }

  audit({ verifier = new ReferenceVerifier() }: { readonly verifier?: ConsentVerifier } = {}): Promise<AuditReport> {
    const { records, keys } = this.ledger;
    return audit({
      records: (after) => each(records.slice(after)),
      storedKeys: each(keys),
      audience: this.audience,
      verifiers: new VerifierRegistry([verifier]),
      checkpoint: undefined,
      signal: new AbortController().signal,
    });
  }
}

export function streamOf({ workspaceId, capabilityId, generation }: Proposal): StreamName {
  return installStream(workspaceId, capabilityId, generation);
}

export async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  for (const item of items) yield await Promise.resolve(item);
}
