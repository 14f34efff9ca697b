// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import { z } from 'zod';
import { canonicalJson, parseJson } from '../canonical-json.js';
import { digestOf } from '../digest.js';
import { requirePrivateFolder, withFileErrors, writeFileDurably } from '../durable-files/index.js';
import { CountersignError, isCountersignError } from '../errors/index.js';
import { noFaults, type FaultInjector } from '../fault-points.js';
import { parseDigest, parseWorkspaceId, type Digest, type WorkspaceId } from '../ids.js';
import { randomId, systemRandomness, type Randomness } from '../randomness.js';
import { createOnce } from './create-once.js';
import { stateLayout } from './layout.js';
import { ensureMark, readMark } from './mark.js';
import { readSmallFile } from './read-small-file.js';
import { realRoot } from './real-root.js';
import type { IdentifiedWorkspace, Workspace, WorkspaceIdentity } from './workspace.js';

export interface FsWorkspaceIdentityOptions {
  readonly stateFolder: string;
  readonly randomness?: Randomness;
  readonly faults?: FaultInjector;
}

/** What the state folder keeps of one workspace: never its path. */
interface WorkspaceRecord {
  readonly id: WorkspaceId;
  /** Digest of the mark that the workspace had when it asked. */
  readonly mark: Digest;
}

const recordShape = z.strictObject({
  schema: z.literal('countersign/workspace/v1'),
  id: z.string().regex(/^ws-[0-9a-f]{32}$/),
  mark: z.string().regex(/^[0-9a-f]{64}$/),
});

const SALT = /^[0-9a-f]{32}\n$/;

/**
 * Knows a workspace by two things that must agree: a record in the state folder, named by a salted digest of the real path,
 * and a mark inside the workspace. So
 * - a new folder at an old path has another mark or none, and gets a new identity: it does not inherit consent;
 * - a state folder that is moved or restored keeps every identity, the salt being part of it;
 * - a workspace that is copied or moved to another path gets a new identity there and is asked again: consent does not
 *   travel with a copy, which may have gone through other hands;
 * - the same folder as a project and as a person's home has two identities.
 * The identity is derived from salt, path and mark, so two processes that establish it at once cannot disagree.
 */
export class FsWorkspaceIdentity implements WorkspaceIdentity {
  readonly #state: string;
  readonly #folder: string;
  readonly #randomness: Randomness;
  readonly #faults: FaultInjector;

  constructor({ stateFolder, randomness = systemRandomness, faults = noFaults }: FsWorkspaceIdentityOptions) {
    this.#state = stateFolder;
    this.#folder = stateLayout(stateFolder).workspaces;
    this.#randomness = randomness;
    this.#faults = faults;
  }

  async find(workspace: Workspace): Promise<IdentifiedWorkspace | undefined> {
    const { scope } = workspace;
    const root = await realRoot(workspace);
    const salt = await this.#readSalt();
    if (salt === undefined) return undefined;
    const record = await this.#readRecord(recordName(salt, scope, root));
    if (record === undefined) return undefined;
    const mark = await readMark(root);
    return mark !== undefined && record.mark === markDigest(mark) ? { scope, root, id: record.id } : undefined;
  }

  async establish(workspace: Workspace): Promise<IdentifiedWorkspace> {
    const { scope } = workspace;
    const root = await realRoot(workspace);
    await requirePrivateFolder(this.#state);
    await requirePrivateFolder(this.#folder);
    const salt = await this.#ensureSalt();
    // The mark first: a record without its mark would be a workspace that lost it.
    const mark = await ensureMark(root, this.#randomness);
    await this.#faults('identity.marked');
    const name = recordName(salt, scope, root);
    const known = await this.#readRecord(name);
    if (known?.mark === markDigest(mark)) return { scope, root, id: known.id };
    const record: WorkspaceRecord = { id: derivedId(salt, scope, root, mark), mark: markDigest(mark) };
    await writeFileDurably(join(this.#folder, name), canonicalJson({ schema: 'countersign/workspace/v1', ...record }));
    await this.#faults('identity.durable');
    return { scope, root, id: record.id };
  }

  async #readSalt(): Promise<string | undefined> {
    const text = await readSmallFile(join(this.#folder, 'salt'), { maxBytes: 64, unsafe: 'state-unsafe' });
    if (text !== undefined && !SALT.test(text)) {
      throw new CountersignError('state-unsafe', { details: { reason: 'salt-damaged' } });
    }
    return text?.trimEnd();
  }

  async #ensureSalt(): Promise<string> {
    const found = await this.#readSalt();
    if (found !== undefined) return found;
    await withFileErrors(() => createOnce(join(this.#folder, 'salt'), `${randomId(this.#randomness)}\n`, 0o600));
    // Another process may have been first.
    const made = await this.#readSalt();
    if (made === undefined) throw new CountersignError('state-unsafe', { details: { reason: 'salt-missing' } });
    return made;
  }

  /** A damaged record counts as none: all that is in it is derived anew from the mark, and consent stands in the journal. */
  async #readRecord(name: string): Promise<WorkspaceRecord | undefined> {
    const text = await readSmallFile(join(this.#folder, name), { maxBytes: 1024, unsafe: 'state-unsafe' });
    if (text === undefined) return undefined;
    try {
      const record = recordShape.safeParse(parseJson(text, 1024));
      if (!record.success) return undefined;
      return { id: parseWorkspaceId(record.data.id), mark: parseDigest(record.data.mark) };
    } catch (thrown) {
      if (isCountersignError(thrown)) return undefined;
      throw thrown;
    }
  }
}

function recordName(salt: string, scope: Workspace['scope'], path: string): string {
  return `${digestOf('workspace', { salt, scope, path })}.json`;
}

function markDigest(mark: string): Digest {
  return digestOf('workspace', { mark });
}

function derivedId(salt: string, scope: Workspace['scope'], path: string, mark: string): WorkspaceId {
  return parseWorkspaceId(`ws-${digestOf('workspace', { salt, scope, path, mark }).slice(0, 32)}`);
}
