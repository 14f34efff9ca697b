// SPDX-License-Identifier: Apache-2.0
import { isCountersignError, type ErrorCode } from '../errors/index.js';
import type { CapabilityId, Digest, StreamName, WorkspaceId } from '../ids.js';
import type { Journal } from '../journal/journal.js';
import type { JournalRecord, KeyEntry } from '../journal/record.js';
import { denialPrefix, pointerPrefix, readPointer, type CapabilityPointer } from './capability-keys.js';
import { foldInstall, installStream, type InstallState } from './install-state.js';

/** One attempt as its stream tells it. */
export interface Attempt {
  readonly stream: StreamName;
  readonly records: readonly JournalRecord[];
  readonly state: InstallState;
}

/** What the journal says of one capability in one workspace. */
export interface CapabilityView {
  readonly capabilityId: CapabilityId;
  readonly pointer: CapabilityPointer;
  /** The attempt whose bytes are exposed. */
  readonly active: Attempt | undefined;
  /** The newest attempt; the same object as `active` when that is the newest. */
  readonly latest: Attempt;
}

/** Every capability that a workspace ever asked for: bounded by the catalog, not by history. */
export interface WorkspaceView {
  readonly capabilities: readonly CapabilityView[];
  /** Capabilities whose records do not verify. They hold up nothing else. */
  readonly unreadable: ReadonlyMap<CapabilityId, ErrorCode>;
  /** Digests that a person denied, by capability. */
  readonly denied: ReadonlyMap<CapabilityId, ReadonlySet<Digest>>;
}

export const emptyWorkspace: WorkspaceView = { capabilities: [], unreadable: new Map(), denied: new Map() };

/** @throws `corrupt` */
export async function readAttempt(journal: Journal, stream: StreamName): Promise<Attempt> {
  const records = await journal.read(stream);
  return { stream, records, state: foldInstall(records) };
}

/** @throws `corrupt` only where a key cannot be read */
export async function readWorkspace(journal: Journal, workspaceId: WorkspaceId): Promise<WorkspaceView> {
  const capabilities: CapabilityView[] = [];
  const unreadable = new Map<CapabilityId, ErrorCode>();
  for await (const entry of journal.list(pointerPrefix(workspaceId))) {
    const { capabilityId, pointer } = readPointer(entry);
    try {
      capabilities.push(await readCapability(journal, workspaceId, capabilityId, pointer));
    } catch (error) {
      if (!isCountersignError(error, 'corrupt')) throw error;
      unreadable.set(capabilityId, error.code);
    }
  }
  return { capabilities, unreadable, denied: await readDenials(journal, workspaceId) };
}

async function readCapability(
  journal: Journal,
  workspaceId: WorkspaceId,
  capabilityId: CapabilityId,
  pointer: CapabilityPointer,
): Promise<CapabilityView> {
  const read = (generation: number) => readAttempt(journal, installStream(workspaceId, capabilityId, generation));
  const latest = await read(pointer.latest);
  if (pointer.active === null) return { capabilityId, pointer, active: undefined, latest };
  return {
    capabilityId,
    pointer,
    active: pointer.active === pointer.latest ? latest : await read(pointer.active),
    latest,
  };
}

async function readDenials(journal: Journal, workspaceId: WorkspaceId): Promise<WorkspaceView['denied']> {
  const denied = new Map<CapabilityId, Set<Digest>>();
  for await (const { key } of journal.list(denialPrefix(workspaceId))) {
    const { capabilityId, digest } = partsOf(key);
    denied.set(capabilityId, (denied.get(capabilityId) ?? new Set()).add(digest));
  }
  return denied;
}

function partsOf(key: KeyEntry['key']): { capabilityId: CapabilityId; digest: Digest } {
  const [, , capabilityId, digest] = key.split('/');
  return { capabilityId: capabilityId as CapabilityId, digest: digest as Digest };
}
