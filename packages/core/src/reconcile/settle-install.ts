// SPDX-License-Identifier: Apache-2.0
import type { SettlementWrites } from '../consent/broker.js';
import { CountersignError } from '../errors/index.js';
import type { Journal } from '../journal/journal.js';
import { readAttempt } from './attempts.js';
import { decideInstall } from './install-machine.js';
import { installStream } from './install-state.js';

/** Ties the broker to the install machine: a settlement and the attempt's decision are one commit. */
export function settleInstallWith(journal: Journal): SettlementWrites {
  return async ({ workspaceId, capability, generation }, digest, decision) => {
    const { stream, records, state } = await readAttempt(
      journal,
      installStream(workspaceId, capability.id, generation),
    );
    if (state.kind !== 'awaiting' || state.challenge !== digest) {
      // The attempt was ended after the challenge was read; reading both again tells which of the two it is.
      throw new CountersignError('revision-conflict');
    }
    const events = decideInstall(state, { kind: decision === 'granted' ? 'grant' : 'deny' });
    return [{ stream, expectedRevision: records.length, events }];
  };
}
