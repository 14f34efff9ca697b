// SPDX-License-Identifier: Apache-2.0
import type { EngineStoreMedium } from '../../src/conformance/index.js';
import {
  CountersignError,
  MemoryEngineStore,
  type CommitRequest,
  type EngineStore,
  type JournalRecord,
  type KeyEntry,
  type Lease,
  type LeaseOptions,
} from '../../src/index.js';

/** One store object over a journal that others share; closing it closes neither them nor the journal. */
class SharedStore implements EngineStore {
  protected readonly leases: Lease[] = [];
  protected closed = false;

  constructor(protected readonly journal: MemoryEngineStore) {}

  async commit(request: CommitRequest): Promise<readonly JournalRecord[]> {
    this.#requireOpen();
    return this.journal.commit(request);
  }
  async lookup(key: string): Promise<KeyEntry | undefined> {
    this.#requireOpen();
    return this.journal.lookup(key);
  }
  async list(prefix: string, options: Parameters<EngineStore['list']>[1]): Promise<readonly KeyEntry[]> {
    this.#requireOpen();
    return this.journal.list(prefix, options);
  }
  async read(...[stream, options]: Parameters<EngineStore['read']>): Promise<readonly JournalRecord[]> {
    this.#requireOpen();
    return this.journal.read(stream, options);
  }
  async scan(options: Parameters<EngineStore['scan']>[0]): Promise<readonly JournalRecord[]> {
    this.#requireOpen();
    return this.journal.scan(options);
  }
  async acquireLease(name: string, options: LeaseOptions): Promise<Lease> {
    const closing = new CountersignError('closed');
    for (const deadline = performance.now() + options.waitMs; ;) {
      this.#requireOpen();
      try {
        const lease = await this.journal.acquireLease(name, { ...options, waitMs: 5 });
        this.leases.push(lease);
        if (this.closed) {
          await lease.release();
          throw closing;
        }
        return {
          ...lease,
          renew: async () => {
            if (this.closed) throw closing;
            await lease.renew();
          },
        };
      } catch (error) {
        if (this.closed || performance.now() >= deadline || options.signal?.aborted === true) throw error;
      }
    }
  }
  async close(): Promise<void> {
    this.closed = true;
    await Promise.all(this.leases.map((lease) => lease.release()));
  }

  #requireOpen(): void {
    if (this.closed) throw new CountersignError('closed');
  }
}

/** A medium whose store objects are `open`ed over one journal. */
function sharedMedium(open: (journal: MemoryEngineStore) => EngineStore): EngineStoreMedium {
  const journal = new MemoryEngineStore();
  return { open: async () => open(journal), remove: () => journal.close() };
}

export const rightMedium = () => sharedMedium((journal) => new SharedStore(journal));

/** Every opened store begins with nothing. */
export const forgetfulMedium = (): EngineStoreMedium => ({
  open: async () => new SharedStore(new MemoryEngineStore()),
  remove: async () => undefined,
});

class ForgetsCommitIds extends SharedStore {
  readonly #known = new Set<string>();
  override async commit(request: CommitRequest): Promise<readonly JournalRecord[]> {
    const known = this.#known.has(request.commitId);
    this.#known.add(request.commitId);
    return super.commit(known ? request : { ...request, commitId: `${request.commitId}/${Math.random()}` });
  }
}
export const mediumOfForgottenCommitIds = () => sharedMedium((journal) => new ForgetsCommitIds(journal));

class CachesRecords extends SharedStore {
  readonly #pages = new Map<string, readonly JournalRecord[]>();
  override async scan(options: Parameters<EngineStore['scan']>[0]): Promise<readonly JournalRecord[]> {
    const asked = JSON.stringify(options);
    const page = this.#pages.get(asked) ?? (await super.scan(options));
    this.#pages.set(asked, page);
    return page;
  }
}
export const mediumOfCachedRecords = () => sharedMedium((journal) => new CachesRecords(journal));

class KeepsLeases extends SharedStore {
  override async close(): Promise<void> {
    this.closed = true;
  }
  override acquireLease(name: string, options: LeaseOptions): Promise<Lease> {
    return super.acquireLease(name, { ...options, waitMs: Math.min(options.waitMs, 50) });
  }
}
export const mediumOfKeptLeases = () => sharedMedium((journal) => new KeepsLeases(journal));

class DropsRunningCommits extends SharedStore {
  override async commit(request: CommitRequest): Promise<readonly JournalRecord[]> {
    await Promise.resolve();
    return this.closed ? [] : super.commit(request);
  }
}
export const mediumOfDroppedCommits = () => sharedMedium((journal) => new DropsRunningCommits(journal));
