// SPDX-License-Identifier: Apache-2.0
import type { JsonObject, JsonValue } from '../canonical-json.js';
import type { Clock } from '../clock.js';
import type { Digest } from '../ids.js';
import { parseStreamName } from '../ids.js';
import { requireForward, type Journal } from '../journal/journal.js';
import { DEFAULT_POLICY, policyDigest, readPolicy, type InstallPolicy } from './install-policy.js';

const STREAM = parseStreamName('policy/installation');
const KEY = 'policy/installation';

export interface StoredPolicy {
  readonly policy: InstallPolicy;
  readonly digest: Digest;
  /** 0 where nothing is stored and the default holds. */
  readonly revision: number;
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
    if (revision === 0) return { policy: DEFAULT_POLICY, digest: policyDigest(DEFAULT_POLICY), revision };
    const record = await this.#journal.readOne(STREAM, revision);
    const policy = readPolicy(record.data['policy'] ?? null);
    return { policy, digest: policyDigest(policy), revision };
  }

  /** Stores a policy as a new event. Setting what is set already records nothing. @throws `revision-conflict`, `clock-went-back` */
  async set(policy: InstallPolicy): Promise<StoredPolicy> {
    const checked = readPolicy(policy as unknown as JsonValue);
    const present = await this.current();
    const digest = policyDigest(checked);
    if (present.revision > 0 && present.digest === digest) return present;

    const last = present.revision === 0 ? undefined : await this.#journal.readOne(STREAM, present.revision);
    const at = requireForward(this.#clock.now(), last?.at);
    const revision = present.revision + 1;
    const data: JsonObject = { policy: checked as unknown as JsonValue };
    const release = present.revision === 0 ? [] : [{ kind: 'release', key: KEY } as const];
    const keys = [...release, { kind: 'take', key: KEY, value: { revision } } as const];
    await this.#journal.commit(
      [{ stream: STREAM, expectedRevision: present.revision, events: [{ type: 'policy.set', data, keys }] }],
      { at },
    );
    return { policy: checked, digest, revision };
  }

  async #revision(): Promise<number> {
    const entry = await this.#journal.lookup(KEY);
    return entry === undefined ? 0 : (entry.value as { revision: number }).revision;
  }
}
