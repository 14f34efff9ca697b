// SPDX-License-Identifier: Apache-2.0
import { isAbsolute } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CountersignError,
  type CommitRequest,
  type EngineStore,
  type JournalRecord,
  type KeyEntry,
  type Lease,
  type LeaseOptions,
  type PageOptions,
  type StreamName,
} from '@countersign/core';
import { retryWhileBusy } from './busy-retry.js';
import { applyCommit } from './commit.js';
import { Connection } from './connection.js';
import { extend, tryAcquire } from './lease.js';
import { Liveness, mayLive } from './liveness.js';
import { keyValueOf, recordOf } from './record-row.js';
import type { Statements } from './statements.js';

const LEASE_PAUSE_MS = 25;

export interface SqliteEngineStoreOptions {
  /** Absolute path of the database. It, and the folders above it, are made by the first commit or lease. */
  readonly file: string;
  /** How long one call waits while other processes hold the database, before it rejects with `busy`. Default 10,000. */
  readonly busyTimeoutMs?: number;
}

/** The journal in one SQLite file, shared by any number of processes and threads of one machine. */
export class SqliteEngineStore implements EngineStore {
  readonly #connection: Connection;
  readonly #busyTimeoutMs: number;
  readonly #holders: string;
  readonly #running = new Set<Promise<unknown>>();
  #liveness: Liveness | undefined;
  #closing: Promise<void> | undefined;

  /** Opens nothing yet. @throws `configuration-invalid` when the path is not absolute */
  constructor({ file, busyTimeoutMs = 10_000 }: SqliteEngineStoreOptions) {
    if (!isAbsolute(file)) throw new CountersignError('configuration-invalid', { details: { field: 'file' } });
    this.#connection = new Connection(file);
    this.#busyTimeoutMs = busyTimeoutMs;
    this.#holders = `${file}-holders`;
  }

  commit(request: CommitRequest): Promise<readonly JournalRecord[]> {
    return this.#write((statements, nowMs) => applyCommit(statements, request, nowMs));
  }

  lookup(key: string): Promise<KeyEntry | undefined> {
    return this.#read<KeyEntry | undefined>((statements) => {
      const row = statements.keyValue.get(key);
      return row === undefined ? undefined : { key, value: keyValueOf(row.value) };
    }, undefined);
  }

  list(prefix: string, { limit, after }: PageOptions & { readonly after?: string }): Promise<readonly KeyEntry[]> {
    return this.#read<readonly KeyEntry[]>((statements) => {
      const rows = statements.keysOfPrefix.all({ prefix, after: after ?? null, limit });
      return rows.map(({ key, value }) => ({ key, value: keyValueOf(value) }));
    }, []);
  }

  read(
    stream: StreamName,
    { limit, fromRevision = 1 }: PageOptions & { readonly fromRevision?: number },
  ): Promise<readonly JournalRecord[]> {
    return this.#read<readonly JournalRecord[]>(
      (statements) => statements.recordsOfStream.all({ stream, fromRevision, limit }).map(recordOf),
      [],
    );
  }

  scan({
    limit,
    after = 0,
    category,
  }: PageOptions & { readonly after?: number; readonly category?: string }): Promise<readonly JournalRecord[]> {
    return this.#read<readonly JournalRecord[]>((statements) => {
      const rows =
        category === undefined
          ? statements.recordsAfter.all({ after, limit })
          : statements.recordsOfCategory.all({ category, after, limit });
      return rows.map(recordOf);
    }, []);
  }

  async acquireLease(name: string, { ttlMs, waitMs, signal }: LeaseOptions): Promise<Lease> {
    const deadline = performance.now() + waitMs;
    for (let dead: string | undefined; ;) {
      const attempt = await this.#run(() => {
        if (signal?.aborted === true) throw new CountersignError('aborted');
        return this.#connection.write((statements, nowMs) => {
          this.#liveness ??= Liveness.start(this.#holders);
          const { holder } = this.#liveness;
          return tryAcquire(statements, { name, holder, ttlMs, ...(dead === undefined ? {} : { dead }) }, nowMs);
        });
      });
      if (attempt.kind === 'acquired') return this.#leaseOf(name, attempt.token, ttlMs);
      if (!mayLive(this.#holders, attempt.holder)) {
        dead = attempt.holder;
        continue;
      }
      if (performance.now() >= deadline) throw new CountersignError('busy');
      await pause(signal);
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#shutDown();
    return this.#closing;
  }

  #leaseOf(name: string, token: number, ttlMs: number): Lease {
    return {
      name,
      token,
      renew: () => this.#write((statements, nowMs) => extend(statements, name, token, ttlMs, nowMs)),
      release: async () => {
        // Closing frees it.
        if (this.#closing === undefined) await this.#write((statements) => void statements.deleteLease.run(token));
      },
    };
  }

  async #shutDown(): Promise<void> {
    await Promise.allSettled(this.#running);
    if (this.#liveness !== undefined) await this.#freeLeases(this.#liveness);
    this.#connection.close();
  }

  async #freeLeases(liveness: Liveness): Promise<void> {
    const { holder } = liveness;
    try {
      await retryWhileBusy(
        () => this.#connection.write((statements) => statements.deleteLeasesOf.run(holder)),
        this.#busyTimeoutMs,
      );
    } catch {
      // The rows stay, as after a crash: whoever wants a lease finds its holder gone.
    } finally {
      liveness.end();
    }
  }

  #read<Result>(query: (statements: Statements) => Result, empty: Result): Promise<Result> {
    return this.#run(() => this.#connection.read(query, empty));
  }

  #write<Result>(change: (statements: Statements, nowMs: number) => Result): Promise<Result> {
    return this.#run(() => this.#connection.write(change));
  }

  async #run<Result>(attempt: () => Result): Promise<Result> {
    const call = retryWhileBusy(() => {
      if (this.#closing !== undefined) throw new CountersignError('closed');
      return attempt();
    }, this.#busyTimeoutMs);
    this.#running.add(call);
    try {
      return await call;
    } finally {
      this.#running.delete(call);
    }
  }
}

/** Between two looks at a lease that another holds; the jitter keeps waiters from looking in step. */
async function pause(signal: AbortSignal | undefined): Promise<void> {
  const ms = LEASE_PAUSE_MS * (0.5 + Math.random());
  await sleep(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
}
