// SPDX-License-Identifier: Apache-2.0
import type { StreamName } from '../ids.js';
import type { Instant } from '../instant.js';
import type { JournalRecord, KeyEntry, NewEvent } from './record.js';

/** Events for one stream. `expectedRevision` is the stream's last revision, 0 when it must not exist yet. */
export interface StreamWrite {
  readonly stream: StreamName;
  readonly expectedRevision: number;
  readonly events: readonly NewEvent[];
}

/** A stream that the commit only relies on: nothing may have been appended to it since it was read. */
export interface StreamGuard {
  readonly stream: StreamName;
  /** 0 when the stream must still not exist. */
  readonly expectedRevision: number;
}

export interface CommitRequest {
  /** 128 random bits, made by the caller before the first try. Committing it again returns the first result. */
  readonly commitId: string;
  /** The time that every record of the commit carries. */
  readonly at: Instant;
  /** One or more streams, each at most once; each with one or more events. */
  readonly writes: readonly StreamWrite[];
  /** Checked by `sealCommit` in the same transaction. */
  readonly guards?: readonly StreamGuard[];
  /** Refuse the commit unless the lease is still held with this token. */
  readonly fence?: { readonly lease: string; readonly token: number };
}

export interface PageOptions {
  /** At most this many results, 1-1000. */
  readonly limit: number;
}

export interface LeaseOptions {
  /** A holder that neither renews nor releases loses the lease after this time. */
  readonly ttlMs: number;
  /** How long to wait for another holder; 0 tries once. */
  readonly waitMs: number;
  readonly signal?: AbortSignal;
}

export interface Lease {
  readonly name: string;
  /** Grows with every holder of this name; `commit` checks it. */
  readonly token: number;
  /** Extends the lease by its `ttlMs` from now. @throws `fenced-out` when it was lost */
  renew(): Promise<void>;
  /** Idempotent; also succeeds when the lease was lost, or freed by `close()`. */
  release(): Promise<void>;
}

/**
 * The port for durable state: an append-only journal with unique keys and leases. All state of consent and installs is
 * events in it, so a vendor implements only this. `@countersign/core/conformance` proves an implementation.
 *
 * Arguments are checked by core before they arrive (see `Journal`). Every method rejects with `closed` after `close()`,
 * with `unavailable` when the medium cannot be reached, and with `corrupt` when what is stored cannot be read back.
 * Reads of a store in which nothing was ever committed answer "nothing" and must not create anything on disk.
 *
 * Values come back as JSON says them (RFC 8785: -0 is 0), with every character kept, NUL too. Keys and stream names are
 * compared by their bytes. What a caller does to its request or to an answer afterwards changes nothing stored.
 */
export interface EngineStore {
  /**
   * One atomic, durable commit over one or several streams; when the promise resolves the bytes are on stable storage.
   *
   * Order inside the store's transaction: return the records of `commitId` if it was committed before (see
   * `settledCommit`); check `fence`; compute the records with `sealCommit`; insert them; apply their key changes in order.
   * @returns the records, in request order
   * @throws `revision-conflict`, `clock-went-back`, `claim-taken`, `claim-missing`, `fenced-out`, `commit-id-reused`, `busy`, `storage-full`:
   *   nothing was written. `unavailable`: unknown whether it was; commit the same `commitId` again to find out.
   */
  commit(request: CommitRequest): Promise<readonly JournalRecord[]>;

  /** The entry of a taken key. Cost does not grow with the journal. */
  lookup(key: string): Promise<KeyEntry | undefined>;

  /** Taken keys that start with `prefix`, in ascending UTF-8 byte order, after `after` (exclusive). */
  list(prefix: string, options: PageOptions & { readonly after?: string }): Promise<readonly KeyEntry[]>;

  /** Records of one stream, ascending from `fromRevision` (default 1). An unknown stream is empty. */
  read(
    stream: StreamName,
    options: PageOptions & { readonly fromRevision?: number },
  ): Promise<readonly JournalRecord[]>;

  /**
   * Records of all streams in commit order, after position `after` (exclusive, default 0). A reader that follows its last
   * position misses nothing, even while others commit. `category` keeps streams that start with `<category>/`.
   */
  scan(
    options: PageOptions & { readonly after?: number; readonly category?: string },
  ): Promise<readonly JournalRecord[]>;

  /**
   * Mutual exclusion over processes and machines. A holder that dies frees it: at once where the operating system can
   * tell, otherwise after `ttlMs`. Waiting does not block the event loop and ends with the signal.
   * @throws `busy` after `waitMs`; `aborted` when the signal fires
   */
  acquireLease(name: string, options: LeaseOptions): Promise<Lease>;

  /**
   * Waits for running calls, frees its leases, releases files and connections. Idempotent. Calls that wait for another
   * holder or writer end with `closed`; a commit that ended so was not written.
   */
  close(): Promise<void>;
}
