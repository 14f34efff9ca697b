// SPDX-License-Identifier: Apache-2.0
import type { CapabilityId, StreamName, WorkspaceId } from '../ids.js';
import type { Journal } from '../journal/journal.js';
import type { JournalRecord } from '../journal/record.js';
import { pointerPrefix, readPointer, type CapabilityPointer } from './capability-pointer.js';
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

/** @throws `corrupt` */
export async function readAttempt(journal: Journal, stream: StreamName): Promise<Attempt> {
  const records = await journal.read(stream);
  return { stream, records, state: foldInstall(records) };
}

/** Every capability that a workspace ever asked for: bounded by the catalog, not by history. */
export async function readCapabilities(journal: Journal, workspaceId: WorkspaceId): Promise<readonly CapabilityView[]> {
  const views: CapabilityView[] = [];
  for await (const entry of journal.list(pointerPrefix(workspaceId))) {
    const { capabilityId, pointer } = readPointer(entry);
    const read = (generation: number) => readAttempt(journal, installStream(workspaceId, capabilityId, generation));
    const latest = await read(pointer.latest);
    const active =
      pointer.active === null ? undefined : pointer.active === pointer.latest ? latest : await read(pointer.active);
    views.push({ capabilityId, pointer, active, latest });
  }
  return views;
}
