// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import { canonicalJson, type JsonValue } from '../canonical-json.js';
import { deepFreeze } from '../deep-freeze.js';
import { CountersignError } from '../errors/index.js';
import type { StreamName } from '../ids.js';
import type { CommitRequest, EngineStore, Lease, LeaseOptions, PageOptions } from './engine-store.js';
import type { JournalRecord, KeyChange, KeyEntry } from './record.js';
import { sealCommit, settledCommit } from './seal-commit.js';

interface HeldLease {
  token: number;
  held: boolean;
  expiresAtMs: number;
}

/** The reference EngineStore: one process, nothing durable. Read it to learn the port; use it in tests. */
export class MemoryEngineStore implements EngineStore {
  readonly #records: JournalRecord[] = [];
  readonly #streams = new Map<StreamName, JournalRecord[]>();
  readonly #commits = new Map<string, readonly JournalRecord[]>();
  readonly #keys = new Map<string, KeyEntry>();
  readonly #leases = new Map<string, HeldLease>();
  #closed = false;

  async commit(request: CommitRequest): Promise<readonly JournalRecord[]> {
    this.#requireOpen();
    const first = this.#commits.get(request.commitId);
    if (first !== undefined) return settledCommit(request, first);
    if (request.fence !== undefined) this.#requireHeld(request.fence.lease, request.fence.token);

    const sealed = sealCommit(request, this.#records.length, (stream) => this.#streams.get(stream)?.at(-1));
    const records = Object.freeze(sealed.map(detached));
    const keys = this.#keysAfter(records.flatMap((record) => record.keys));

    for (const record of records) {
      this.#records.push(record);
      const stream = this.#streams.get(record.stream) ?? [];
      this.#streams.set(record.stream, [...stream, record]);
    }
    for (const [key, entry] of keys) entry === undefined ? this.#keys.delete(key) : this.#keys.set(key, entry);
    this.#commits.set(request.commitId, records);
    return records;
  }

  async lookup(key: string): Promise<KeyEntry | undefined> {
    this.#requireOpen();
    return this.#keys.get(key);
  }

  async list(prefix: string, { limit, after }: PageOptions & { after?: string }): Promise<readonly KeyEntry[]> {
    this.#requireOpen();
    return [...this.#keys.values()]
      .filter(({ key }) => key.startsWith(prefix) && (after === undefined || byteOrder(key, after) > 0))
      .sort((a, b) => byteOrder(a.key, b.key))
      .slice(0, limit);
  }

  async read(
    stream: StreamName,
    { limit, fromRevision = 1 }: PageOptions & { fromRevision?: number },
  ): Promise<readonly JournalRecord[]> {
    this.#requireOpen();
    return (this.#streams.get(stream) ?? []).slice(fromRevision - 1, fromRevision - 1 + limit);
  }

  async scan({
    limit,
    after = 0,
    category,
  }: PageOptions & { after?: number; category?: string }): Promise<readonly JournalRecord[]> {
    this.#requireOpen();
    const rest = this.#records.slice(after);
    return (category === undefined ? rest : rest.filter(({ stream }) => stream.startsWith(`${category}/`))).slice(
      0,
      limit,
    );
  }

  async acquireLease(name: string, { ttlMs, waitMs, signal }: LeaseOptions): Promise<Lease> {
    const deadline = performance.now() + waitMs;
    for (;;) {
      this.#requireOpen();
      if (signal?.aborted === true) throw new CountersignError('aborted');
      const current = this.#leases.get(name);
      if (current === undefined || !current.held || current.expiresAtMs <= performance.now()) {
        const lease = { token: (current?.token ?? 0) + 1, held: true, expiresAtMs: performance.now() + ttlMs };
        this.#leases.set(name, lease);
        return this.#handle(name, lease.token, ttlMs);
      }
      if (performance.now() >= deadline) throw new CountersignError('busy');
      await sleep(2);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#leases.clear();
  }

  #handle(name: string, token: number, ttlMs: number): Lease {
    return {
      name,
      token,
      renew: async () => {
        this.#requireOpen();
        this.#requireHeld(name, token).expiresAtMs = performance.now() + ttlMs;
      },
      release: async () => {
        const current = this.#leases.get(name);
        if (current?.token === token) current.held = false;
      },
    };
  }

  #requireHeld(name: string, token: number): HeldLease {
    const current = this.#leases.get(name);
    if (current === undefined || !current.held || current.token !== token || current.expiresAtMs <= performance.now()) {
      throw new CountersignError('fenced-out');
    }
    return current;
  }

  /** The keys that a commit would change, or a refusal before anything is changed. */
  #keysAfter(changes: readonly KeyChange[]): Map<string, KeyEntry | undefined> {
    const after = new Map<string, KeyEntry | undefined>();
    for (const change of changes) {
      const taken = after.has(change.key) ? after.get(change.key) !== undefined : this.#keys.has(change.key);
      if (change.kind === 'take' && taken) throw new CountersignError('claim-taken');
      if (change.kind === 'release' && !taken) throw new CountersignError('claim-missing');
      after.set(
        change.key,
        change.kind === 'take' ? Object.freeze({ key: change.key, value: change.value }) : undefined,
      );
    }
    return after;
  }

  #requireOpen(): void {
    if (this.#closed) throw new CountersignError('closed');
  }
}

function byteOrder(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** A frozen copy of what the digest covers: nothing that a caller changes later reaches the journal. */
function detached(record: JournalRecord): JournalRecord {
  return deepFreeze(JSON.parse(canonicalJson(record as unknown as JsonValue)) as JournalRecord);
}
