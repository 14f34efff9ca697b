// SPDX-License-Identifier: Apache-2.0
import { assertNever } from '../errors/index.js';
import type { Inspection } from './host-adapter.js';

/** What `apply` does about what it finds. `adopt`: the bytes are there already, so only the ledger is brought up to date. */
export type ApplyPlan =
  | { readonly kind: 'place' }
  | { readonly kind: 'adopt' }
  | { readonly kind: 'refuse'; readonly code: 'exposure-conflict' | 'exposure-drifted' };

export function planApply(found: Inspection): ApplyPlan {
  switch (found.kind) {
    case 'absent':
      return { kind: 'place' };
    case 'intact':
      return { kind: 'adopt' };
    case 'drifted':
      return { kind: 'refuse', code: 'exposure-drifted' };
    case 'foreign':
      return { kind: 'refuse', code: 'exposure-conflict' };
    default:
      return assertNever(found);
  }
}

/** Whose copy the ledger says stands at the place. */
export type Owner = 'nobody' | 'this-digest' | 'another-digest';

/** What `revert` does about what it finds. `forget`: nothing is there any more, so only the ledger is brought up to date. */
export type RevertPlan = { readonly kind: 'take-out' } | { readonly kind: 'forget' } | { readonly kind: 'leave' };

export function planRevert(found: Inspection, owner: Owner): RevertPlan {
  switch (found.kind) {
    case 'absent':
      return owner === 'another-digest' ? { kind: 'leave' } : { kind: 'forget' };
    case 'intact':
      // Even with no entry in the ledger: these exact bytes are in the skill store, so nothing is lost.
      return { kind: 'take-out' };
    case 'drifted':
      // A newer release may have taken the place since; it is not this exposure's to take out.
      return owner === 'this-digest' ? { kind: 'take-out' } : { kind: 'leave' };
    case 'foreign':
      return { kind: 'leave' };
    default:
      return assertNever(found);
  }
}
