// SPDX-License-Identifier: Apache-2.0
import type { Digest } from '../ids.js';
import type { JournalRecord } from '../journal/record.js';
import { DEFAULT_POLICY, policyDigest, readPolicy, type InstallPolicy } from '../policy/install-policy.js';
import { setPolicy } from '../policy/policy-event.js';
import { objectTo } from './audit-finding.js';
import type { Decided, StreamReplay } from './stream-replay.js';

/** Replays the policies. They are not signed, so each is taken as it stands. */
export class PolicyReplay implements StreamReplay {
  #policy = DEFAULT_POLICY;
  #digest = policyDigest(DEFAULT_POLICY);

  /** The policy in force at the record that is being replayed, and so the one that decided: commits are guarded by it. */
  get inForce(): { readonly policy: InstallPolicy; readonly digest: Digest } {
    return { policy: this.#policy, digest: this.#digest };
  }

  decide({ type, data, revision }: JournalRecord): Decided {
    if (type !== 'policy.set') return objectTo('type');
    return { kind: 'write', ...setPolicy(readPolicy(data['policy'] ?? null), revision - 1) };
  }

  accept({ data }: JournalRecord): undefined {
    this.#policy = readPolicy(data['policy'] ?? null);
    this.#digest = policyDigest(this.#policy);
  }
}
