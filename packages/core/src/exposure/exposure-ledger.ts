// SPDX-License-Identifier: Apache-2.0
import type { BigIntStats } from 'node:fs';
import { lstat, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { canonicalJson, parseJson, type JsonValue } from '../canonical-json.js';
import { sha256 } from '../digest.js';
import { errnoOf, requirePrivateFolder, syncFolder, withFileErrors, writeFileDurably } from '../durable-files/index.js';
import { isCountersignError } from '../errors/index.js';
import { parseDigest, type Digest, type WorkspaceId } from '../ids.js';
import type { Workspace } from '../workspace/workspace.js';
import { stateLayout } from '../workspace/layout.js';
import { readSmallFile } from '../workspace/read-small-file.js';
import type { Fingerprints } from './fingerprints.js';

/**
 * What an entry is about: one place. The workspace's path is no part of it, and neither is the host, since two hosts that
 * look in the same folder see the same copy.
 */
export interface LedgerKey {
  readonly workspaceId: WorkspaceId;
  readonly scope: Workspace['scope'];
  /** Relative to the workspace, such as `.claude/skills`. */
  readonly discovery: string;
  readonly folder: string;
}

export interface LedgerEntry {
  readonly digest: Digest;
  /** `intended` is durable before the copy can appear at its place, so that after a crash we know it for ours. */
  readonly phase: 'intended' | 'placed';
  readonly fingerprints: Fingerprints;
}

const entryShape = z.strictObject({
  schema: z.literal('countersign/exposure/v1'),
  workspaceId: z.string(),
  scope: z.enum(['project', 'user']),
  discovery: z.string(),
  folder: z.string(),
  digest: z.string(),
  phase: z.enum(['intended', 'placed']),
  files: z.array(
    z.strictObject({
      path: z.string(),
      size: z.string(),
      mtimeNs: z.string(),
      ctimeNs: z.string(),
      ino: z.string(),
      mode: z.string(),
    }),
  ),
  folders: z.array(z.string()),
});

/** 4096 files with paths of 512 bytes take 3 MB. */
const MAX_ENTRY_BYTES = 16 * 1024 * 1024;

/** The name of an entry: nobody guesses it who does not know the workspace's identity. */
export function ledgerName(key: LedgerKey): Digest {
  return sha256(`countersign/exposure/v1\n${canonicalJson({ ...key })}`);
}

/**
 * What we put where: one file per place, in `<state folder>/ledger`. Entries are kept in memory as long as their
 * file stays the same, since every prompt asks for them.
 */
export class ExposureLedger {
  readonly #state: string;
  readonly #folder: string;
  readonly #read = new Map<string, { readonly stamp: string; readonly entry: LedgerEntry | undefined }>();

  constructor(stateFolder: string) {
    this.#state = stateFolder;
    this.#folder = stateLayout(stateFolder).ledger;
  }

  /**
   * A damaged entry counts as none: then only a copy that matches its manifest byte for byte is taken for ours, and nothing
   * else is ever touched.
   * @throws `state-unsafe`, `unavailable`
   */
  async find(key: LedgerKey): Promise<LedgerEntry | undefined> {
    const path = this.#path(key);
    const stamp = await withFileErrors(() => stampOf(path));
    if (stamp === undefined) return undefined;
    const known = this.#read.get(path);
    if (known?.stamp === stamp) return known.entry;
    const text = await readSmallFile(path, { maxBytes: MAX_ENTRY_BYTES, unsafe: 'state-unsafe' });
    const entry = text === undefined ? undefined : readEntry(text);
    this.#read.set(path, { stamp, entry });
    return entry;
  }

  /** Replaces the entry durably. @throws `state-unsafe`, `storage-full`, `unavailable` */
  async write(key: LedgerKey, { digest, phase, fingerprints }: LedgerEntry): Promise<void> {
    const document = { schema: 'countersign/exposure/v1', ...key, digest, phase, ...fingerprints };
    await requirePrivateFolder(this.#state);
    await requirePrivateFolder(this.#folder);
    await writeFileDurably(this.#path(key), canonicalJson(document as unknown as JsonValue));
  }

  /** Idempotent. @throws `state-unsafe`, `unavailable` */
  async remove(key: LedgerKey): Promise<void> {
    const path = this.#path(key);
    this.#read.delete(path);
    if ((await withFileErrors(() => stampOf(path))) === undefined) return;
    await withFileErrors(() => rm(path, { force: true }));
    await syncFolder(this.#folder);
  }

  #path(key: LedgerKey): string {
    return join(this.#folder, `${ledgerName(key)}.json`);
  }
}

/** Every write makes a new file, so inode and time tell one content from the next. */
async function stampOf(path: string): Promise<string | undefined> {
  let stat: BigIntStats;
  try {
    stat = await lstat(path, { bigint: true });
  } catch (thrown) {
    if (errnoOf(thrown) === 'ENOENT') return undefined;
    throw thrown;
  }
  return `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`;
}

function readEntry(text: string): LedgerEntry | undefined {
  try {
    const parsed = entryShape.safeParse(parseJson(text, MAX_ENTRY_BYTES));
    if (!parsed.success) return undefined;
    const { digest, phase, files, folders } = parsed.data;
    return { digest: parseDigest(digest), phase, fingerprints: { files, folders } };
  } catch (thrown) {
    if (isCountersignError(thrown)) return undefined;
    throw thrown;
  }
}
