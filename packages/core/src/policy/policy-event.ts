// SPDX-License-Identifier: Apache-2.0
import type { JsonValue } from '../canonical-json.js';
import { parseStreamName } from '../ids.js';
import type { StreamWrite } from '../journal/engine-store.js';
import type { KeyChange } from '../journal/record.js';
import type { InstallPolicy } from './install-policy.js';

export const POLICY_STREAM = parseStreamName('policy/installation');
/** Points at the revision that is in force. */
export const POLICY_KEY = 'policy/installation';

/** Puts a policy in force after `expectedRevision` earlier ones. Pure. */
export function setPolicy(policy: InstallPolicy, expectedRevision: number): StreamWrite {
  const take = { kind: 'take', key: POLICY_KEY, value: { revision: expectedRevision + 1 } } as const;
  const keys: KeyChange[] = expectedRevision === 0 ? [take] : [{ kind: 'release', key: POLICY_KEY }, take];
  const data = { policy: policy as unknown as JsonValue };
  return { stream: POLICY_STREAM, expectedRevision, events: [{ type: 'policy.set', data, keys }] };
}
