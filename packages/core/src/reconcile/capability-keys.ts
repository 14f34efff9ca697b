// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { CountersignError } from '../errors/index.js';
import { parseCapabilityId, type CapabilityId, type Digest, type WorkspaceId } from '../ids.js';
import type { KeyChange, KeyEntry } from '../journal/record.js';

/** Which attempts at a capability count in a workspace. The key that holds it is found without replaying anything. */
export interface CapabilityPointer {
  /** Generation of the newest attempt. */
  readonly latest: number;
  /** Generation of the attempt whose bytes are exposed, null when none is. */
  readonly active: number | null;
}

interface CapabilityOfWorkspace {
  readonly workspaceId: WorkspaceId;
  readonly capabilityId: CapabilityId;
}

const pointerShape = z.strictObject({ latest: z.int().positive(), active: z.int().positive().nullable() });

export function pointerPrefix(workspaceId: WorkspaceId): string {
  return `capability/${workspaceId}/`;
}

/** Keys of what was denied in a workspace, one for each capability and digest. */
export function denialPrefix(workspaceId: WorkspaceId): string {
  return `denied/${workspaceId}/`;
}

export function denialKey(of: CapabilityOfWorkspace & { readonly manifestDigest: Digest }): string {
  return `${denialPrefix(of.workspaceId)}${of.capabilityId}/${of.manifestDigest}`;
}

export function movePointer(
  of: CapabilityOfWorkspace,
  from: CapabilityPointer | undefined,
  to: CapabilityPointer,
): readonly KeyChange[] {
  const key = `${pointerPrefix(of.workspaceId)}${of.capabilityId}`;
  const take = { kind: 'take', key, value: { latest: to.latest, active: to.active } } as const;
  return from === undefined ? [take] : [{ kind: 'release', key }, take];
}

/** @throws `corrupt` */
export function readPointer({ key, value }: KeyEntry): { capabilityId: CapabilityId; pointer: CapabilityPointer } {
  const pointer = pointerShape.safeParse(value);
  if (!pointer.success) throw new CountersignError('corrupt', { details: { reason: 'pointer' } });
  return { capabilityId: parseCapabilityId(key.slice(key.lastIndexOf('/') + 1)), pointer: pointer.data };
}
