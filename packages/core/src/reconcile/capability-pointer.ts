// SPDX-License-Identifier: Apache-2.0
import { parseCapabilityId, type CapabilityId, type WorkspaceId } from '../ids.js';
import type { KeyChange, KeyEntry } from '../journal/record.js';

/** Which attempts at a capability count in a workspace. The key that holds it is found without replaying anything. */
export interface CapabilityPointer {
  /** Generation of the newest attempt. */
  readonly latest: number;
  /** Generation of the attempt whose bytes are exposed, null when none is. */
  readonly active: number | null;
}

export function pointerPrefix(workspaceId: WorkspaceId): string {
  return `capability/${workspaceId}/`;
}

export function movePointer(
  of: { readonly workspaceId: WorkspaceId; readonly capabilityId: CapabilityId },
  from: CapabilityPointer | undefined,
  to: CapabilityPointer,
): readonly KeyChange[] {
  const key = `${pointerPrefix(of.workspaceId)}${of.capabilityId}`;
  const take = { kind: 'take', key, value: { latest: to.latest, active: to.active } } as const;
  return from === undefined ? [take] : [{ kind: 'release', key }, take];
}

export function readPointer({ key, value }: KeyEntry): { capabilityId: CapabilityId; pointer: CapabilityPointer } {
  return {
    capabilityId: parseCapabilityId(key.slice(key.lastIndexOf('/') + 1)),
    pointer: value as unknown as CapabilityPointer,
  };
}
