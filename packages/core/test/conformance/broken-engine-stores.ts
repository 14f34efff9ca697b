// SPDX-License-Identifier: Apache-2.0
import {
  MemoryEngineStore,
  isCountersignError,
  randomId,
  recordDigest,
  systemRandomness,
  type CommitRequest,
  type EngineStore,
  type JournalRecord,
  type KeyEntry,
  type Lease,
  type LeaseOptions,
} from '../../src/index.js';

type ListOptions = Parameters<EngineStore['list']>[1];
type ReadOptions = Parameters<EngineStore['read']>[1];
type ScanOptions = Parameters<EngineStore['scan']>[0];

/** A store that is right. Each class below breaks one thing. */
class Right implements EngineStore {
  protected readonly inner = new MemoryEngineStore();

  commit(request: CommitRequest): Promise<readonly JournalRecord[]> {
    return this.inner.commit(request);
  }
  lookup(key: string): Promise<KeyEntry | undefined> {
    return this.inner.lookup(key);
  }
  list(prefix: string, options: ListOptions): Promise<readonly KeyEntry[]> {
    return this.inner.list(prefix, options);
  }
  read(stream: JournalRecord['stream'], options: ReadOptions): Promise<readonly JournalRecord[]> {
    return this.inner.read(stream, options);
  }
  scan(options: ScanOptions): Promise<readonly JournalRecord[]> {
    return this.inner.scan(options);
  }
  acquireLease(name: string, options: LeaseOptions): Promise<Lease> {
    return this.inner.acquireLease(name, options);
  }
  close(): Promise<void> {
    return this.inner.close();
  }
}

export class IgnoresGuards extends Right {
  override commit({ guards: _, ...request }: CommitRequest): Promise<readonly JournalRecord[]> {
    return this.inner.commit(request);
  }
}

export class IgnoresExpectedRevision extends Right {
  override async commit(request: CommitRequest): Promise<readonly JournalRecord[]> {
    const writes = request.writes.map(async (write) => {
      const records = await this.inner.read(write.stream, { limit: 1000 });
      return { ...write, expectedRevision: records.length };
    });
    return this.inner.commit({ ...request, writes: await Promise.all(writes) });
  }
}

export class CommitsStreamByStream extends Right {
  override async commit(request: CommitRequest): Promise<readonly JournalRecord[]> {
    const records: JournalRecord[] = [];
    for (const [index, write] of request.writes.entries()) {
      const commitId = index === 0 ? request.commitId : `${request.commitId}/${index}`;
      records.push(...(await this.inner.commit({ ...request, commitId, writes: [write] })));
    }
    return records;
  }
}

export class ForgetsKeysOfEarlierCommits extends Right {
  #latest: readonly string[] = [];
  override async commit(request: CommitRequest): Promise<readonly JournalRecord[]> {
    const records = await this.inner.commit(request);
    this.#latest = records.flatMap(({ keys }) => keys.map(({ key }) => key));
    return records;
  }
  override async lookup(key: string): Promise<KeyEntry | undefined> {
    return this.#latest.includes(key) ? this.inner.lookup(key) : undefined;
  }
}

export class AnswersAnyCommitOfAKnownId extends Right {
  readonly #known = new Map<string, readonly JournalRecord[]>();
  override async commit(request: CommitRequest): Promise<readonly JournalRecord[]> {
    const records = this.#known.get(request.commitId) ?? (await this.inner.commit(request));
    this.#known.set(request.commitId, records);
    return records;
  }
}

export class CommitsOneIdTwice extends Right {
  override commit(request: CommitRequest): Promise<readonly JournalRecord[]> {
    return this.inner.commit({ ...request, commitId: randomId(systemRandomness) });
  }
}

export class SpendsTheIdOfARefusedCommit extends Right {
  readonly #refused = new Map<string, unknown>();
  override async commit(request: CommitRequest): Promise<readonly JournalRecord[]> {
    if (this.#refused.has(request.commitId)) throw this.#refused.get(request.commitId);
    try {
      return await this.inner.commit(request);
    } catch (error) {
      this.#refused.set(request.commitId, error);
      throw error;
    }
  }
}

export class ScansWithGaps extends Right {
  override async scan(options: ScanOptions): Promise<readonly JournalRecord[]> {
    return (await this.inner.scan(options)).filter(({ position }) => position % 5 !== 0);
  }
}

export class ScansStreamByStream extends Right {
  override async scan(options: ScanOptions): Promise<readonly JournalRecord[]> {
    return [...(await this.inner.scan(options))].sort((a, b) => (a.stream < b.stream ? -1 : 1));
  }
}

export class MatchesTheStartOfACategory extends Right {
  override async scan({ category, ...options }: ScanOptions): Promise<readonly JournalRecord[]> {
    const records = await this.inner.scan(options);
    return category === undefined ? records : records.filter(({ stream }) => stream.startsWith(category));
  }
}

export class ListsInUtf16Order extends Right {
  override async list(prefix: string, options: ListOptions): Promise<readonly KeyEntry[]> {
    return [...(await this.inner.list(prefix, options))].sort((a, b) => (a.key < b.key ? -1 : 1));
  }
}

export class ListsByPattern extends Right {
  override async list(prefix: string, { limit, after = '' }: ListOptions): Promise<readonly KeyEntry[]> {
    const literal = prefix.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');
    const like = new RegExp(`^${literal.replaceAll('%', '.*').replaceAll('_', '.')}`, 'su');
    const entries = await this.inner.list('', { limit: 1000, after });
    return entries.filter(({ key }) => like.test(key)).slice(0, limit);
  }
}

export class IgnoresCaseInKeys extends Right {
  override async lookup(key: string): Promise<KeyEntry | undefined> {
    const entries = await this.inner.list('', { limit: 1000 });
    return entries.find((entry) => entry.key.toLowerCase() === key.toLowerCase());
  }
}

export class ToleratesReleasingAFreeKey extends Right {
  override async commit(request: CommitRequest): Promise<readonly JournalRecord[]> {
    try {
      return await this.inner.commit(request);
    } catch (error) {
      if (!isCountersignError(error, 'claim-missing')) throw error;
      const writes = request.writes.map((write) => ({
        ...write,
        events: write.events.map(({ type, data }) => ({ type, data })),
      }));
      return this.inner.commit({ ...request, writes });
    }
  }
}

export class LeavesTheChainUnlinked extends Right {
  override async scan(options: ScanOptions): Promise<readonly JournalRecord[]> {
    return (await this.inner.scan(options)).map((record) => {
      const unlinked = { ...record, previous: null };
      return { ...unlinked, digest: recordDigest(unlinked) };
    });
  }
}

export class AnswersLiveObjects extends Right {
  readonly #live = new Map<number, JournalRecord>();
  override async scan(options: ScanOptions): Promise<readonly JournalRecord[]> {
    return (await this.inner.scan(options)).map((record) => {
      const live = this.#live.get(record.position) ?? structuredClone(record);
      this.#live.set(record.position, live);
      return live;
    });
  }
}

export class LeasesWithoutExclusion extends Right {
  override async acquireLease(name: string, options: LeaseOptions): Promise<Lease> {
    return { ...(await this.inner.acquireLease(randomId(systemRandomness), options)), name };
  }
  override commit({ fence: _fence, ...request }: CommitRequest): Promise<readonly JournalRecord[]> {
    return this.inner.commit(request);
  }
}

export class CommitsWithoutFencing extends Right {
  override commit({ fence: _fence, ...request }: CommitRequest): Promise<readonly JournalRecord[]> {
    return this.inner.commit(request);
  }
}

export class KeepsOneToken extends Right {
  readonly #tokens = new Map<string, number>();
  override async acquireLease(name: string, options: LeaseOptions): Promise<Lease> {
    const lease = await this.inner.acquireLease(name, options);
    this.#tokens.set(name, lease.token);
    return { ...lease, token: 1 };
  }
  override commit({ fence, ...request }: CommitRequest): Promise<readonly JournalRecord[]> {
    const token = fence === undefined ? 0 : (this.#tokens.get(fence.lease) ?? 0);
    return this.inner.commit(fence === undefined ? request : { ...request, fence: { lease: fence.lease, token } });
  }
}

export class LeasesForLongerThanAsked extends Right {
  override acquireLease(name: string, options: LeaseOptions): Promise<Lease> {
    return this.inner.acquireLease(name, { ...options, ttlMs: options.ttlMs + 500 });
  }
}

export class RenewsNothing extends Right {
  override async acquireLease(name: string, options: LeaseOptions): Promise<Lease> {
    return { ...(await this.inner.acquireLease(name, options)), renew: async () => undefined };
  }
}

export class GivesUpAtOnce extends Right {
  override acquireLease(name: string, options: LeaseOptions): Promise<Lease> {
    return this.inner.acquireLease(name, { ...options, waitMs: 0 });
  }
}

export class IgnoresTheSignal extends Right {
  override acquireLease(name: string, { ttlMs, waitMs }: LeaseOptions): Promise<Lease> {
    return this.inner.acquireLease(name, { ttlMs, waitMs: Math.min(waitMs, 50) });
  }
}

export class StaysOpen extends Right {
  override acquireLease(name: string, options: LeaseOptions): Promise<Lease> {
    return this.inner.acquireLease(name, { ...options, waitMs: Math.min(options.waitMs, 50) });
  }
  override async close(): Promise<void> {
    // It frees nothing and refuses nothing.
  }
}

export class ClosesOnce extends Right {
  #closed = false;
  override async close(): Promise<void> {
    if (this.#closed) throw new Error('closed before');
    this.#closed = true;
    await this.inner.close();
  }
}
