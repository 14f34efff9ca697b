// SPDX-License-Identifier: Apache-2.0
import type { JsonValue } from '../canonical-json.js';
import type { Clock } from '../clock.js';
import type { Digest } from '../ids.js';
import type { StreamGuard } from '../journal/engine-store.js';
import type { Journal } from '../journal/journal.js';
import { DEFAULT_POLICY, policyDigest, readPolicy, type InstallPolicy } from './install-policy.js';
import { POLICY_KEY, POLICY_STREAM, setPolicy } from './policy-event.js';

export interface StoredPolicy {
  readonly policy: InstallPolicy;
  readonly digest: Digest;
  /** 0 where nothing is stored and the default holds. */
  readonly revision: number;
  /** For commits that rest on this policy: it must still be the one in force. */
  readonly guard: StreamGuard;
}

/** The policy of this installation. Changes are events; a key points at the newest, so reading does not grow with history. */
export class PolicyStore {
  readonly #journal: Journal;
  readonly #clock: Clock;

  constructor(journal: Journal, clock: Clock) {
    this.#journal = journal;
    this.#clock = clock;
  }

  /** @throws `corrupt`, `policy-invalid`: never falls back to a default when something is stored that cannot be read */
  async current(): Promise<StoredPolicy> {
    const revision = await this.#revision();
    if (revision === 0) return storedPolicy(DEFAULT_POLICY, revision);
    const record = await this.#journal.readOne(POLICY_STREAM, revision);
    const policy = readPolicy(record.data['policy'] ?? null);
    return storedPolicy(policy, revision);
  }

  /** Stores a policy as a new event. Setting what is set already records nothing. @throws `revision-conflict`, `clock-went-back` */
  async set(policy: InstallPolicy): Promise<StoredPolicy> {
    const checked = readPolicy(policy as unknown as JsonValue);
    const present = await this.current();
    const digest = policyDigest(checked);
    if (present.revision > 0 && present.digest === digest) return present;

    const at = this.#clock.now();
    await this.#journal.commit([setPolicy(checked, present.revision)], { at });
    return storedPolicy(checked, present.revision + 1);
  }

  async #revision(): Promise<number> {
    const entry = await this.#journal.lookup(POLICY_KEY);
    return entry === undefined ? 0 : (entry.value as { revision: number }).revision;
  }
}

function storedPolicy(policy: InstallPolicy, revision: number): StoredPolicy {
  return {
    policy,
    digest: policyDigest(policy),
    revision,
    guard: { stream: POLICY_STREAM, expectedRevision: revision },
  };
}
