// SPDX-License-Identifier: Apache-2.0
import { canonicalJson } from '../canonical-json.js';
import { CountersignError, toCountersignError, type ErrorCode } from '../errors/index.js';
import type { StreamName } from '../ids.js';
import { earlier, type Instant } from '../instant.js';
import { randomId, type Randomness } from '../randomness.js';
import type { CommitRequest, EngineStore, Lease, LeaseOptions, StreamGuard, StreamWrite } from './engine-store.js';
import { checkStream } from './hash-chain.js';
import type { JournalRecord, KeyEntry } from './record.js';
import { recordDigest } from './seal-commit.js';

/** Streams are short by design; a longer one is a fault, not something to page through on a hot path. */
export const MAX_STREAM_LENGTH = 1000;
const COMMIT_ATTEMPTS = 3;
const DECIDED_AFTER_LOOKING: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'revision-conflict',
  'clock-went-back',
  'claim-taken',
  'claim-missing',
  'fenced-out',
  'commit-id-reused',
]);

/** Canonical bytes of one event's data and keys. Whatever can be committed can be exported and read again. */
export const MAX_EVENT_BYTES = 4 * 1024 * 1024;

export interface CommitOptions {
  readonly at: Instant;
  readonly lease?: Lease;
  /** Streams that the decision relies on. */
  readonly guards?: readonly StreamGuard[];
}

/** What core uses of the store: checked arguments, verified reads, and commits whose outcome gets known. */
export class Journal {
  readonly #store: EngineStore;
  readonly #randomness: Randomness;

  constructor(store: EngineStore, randomness: Randomness) {
    this.#store = store;
    this.#randomness = randomness;
  }

  /**
   * Commits once. When the answer is lost the same commit id is asked again, so nothing is written twice.
   * @throws as `EngineStore.commit`; `event-too-large`; `install-indeterminate` when it cannot be told whether the commit
   *   was made
   */
  async commit(
    writes: readonly StreamWrite[],
    { at, lease, guards = [] }: CommitOptions,
  ): Promise<readonly JournalRecord[]> {
    requireWritable(writes);
    const request: CommitRequest = {
      commitId: randomId(this.#randomness),
      at,
      writes,
      guards,
      ...(lease === undefined ? {} : { fence: { lease: lease.name, token: lease.token } }),
    };
    let lost = false;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#store.commit(request);
      } catch (error) {
        const { code } = toCountersignError(error);
        lost ||= code === 'unavailable';
        // Only these are decided after the store has looked for the commit id, so only these say that it is not there.
        if (!lost || DECIDED_AFTER_LOOKING.has(code)) throw error;
        if (code !== 'unavailable' || attempt === COMMIT_ATTEMPTS) {
          throw new CountersignError('install-indeterminate', { cause: error });
        }
      }
    }
  }

  /** A whole stream, verified from its first record. @throws `corrupt` */
  async read(stream: StreamName): Promise<readonly JournalRecord[]> {
    const records = await this.#store.read(stream, { limit: MAX_STREAM_LENGTH });
    const finding = checkStream(stream, records);
    if (finding !== undefined) {
      throw new CountersignError('corrupt', { details: { fault: finding.fault, position: finding.position } });
    }
    return records;
  }

  /** One record by its revision, checked by itself: for streams that a key points into. @throws `corrupt` */
  async readOne(stream: StreamName, revision: number): Promise<JournalRecord> {
    const [record] = await this.#store.read(stream, { fromRevision: revision, limit: 1 });
    if (record === undefined || record.revision !== revision || recordDigest(record) !== record.digest) {
      throw new CountersignError('corrupt', { details: { revision } });
    }
    return record;
  }

  lookup(key: string): Promise<KeyEntry | undefined> {
    return this.#store.lookup(key);
  }

  /** Every taken key under a prefix, page by page. */
  async *list(prefix: string): AsyncGenerator<KeyEntry> {
    const limit = 500;
    for (let after: string | undefined; ;) {
      const page = await this.#store.list(prefix, after === undefined ? { limit } : { limit, after });
      yield* page;
      after = page.at(-1)?.key;
      if (page.length < limit) return;
    }
  }

  /** Every record after a position, in commit order, page by page, in constant memory. */
  async *scan(position = 0): AsyncGenerator<JournalRecord> {
    const limit = 500;
    for (let after = position; ;) {
      const page = await this.#store.scan({ limit, after });
      yield* page;
      after = page.at(-1)?.position ?? after;
      if (page.length < limit) return;
    }
  }

  /** Runs `work` while holding a lease, renewed in time and released whatever happens. */
  async withLease<T>(name: string, options: LeaseOptions, work: (lease: Lease) => Promise<T>): Promise<T> {
    const lease = await this.#store.acquireLease(name, options);
    // A lost renewal is not reported here: the next commit is fenced out, which is what protects the journal.
    const renewal = setInterval(() => void lease.renew().catch(() => undefined), options.ttlMs / 3);
    try {
      return await work(lease);
    } finally {
      clearInterval(renewal);
      // What was done under the lease is done, also when it cannot be given back: it then ends with its time.
      await lease.release().catch(() => undefined);
    }
  }
}

/** A time that is not before what is already recorded. @throws `clock-went-back` */
export function requireForward(at: Instant, recordedAt: Instant | undefined): Instant {
  if (recordedAt !== undefined && earlier(at, recordedAt)) throw new CountersignError('clock-went-back');
  return at;
}

function requireWritable(writes: readonly StreamWrite[]): void {
  const streams = new Set(writes.map((write) => write.stream));
  if (writes.length === 0 || streams.size !== writes.length || writes.some((write) => write.events.length === 0)) {
    throw new CountersignError('internal', {
      details: { reason: 'a commit needs distinct streams, each with events' },
    });
  }
  for (const { type, data, keys = [] } of writes.flatMap(({ events }) => events)) {
    const bytes = Buffer.byteLength(canonicalJson({ data, keys }));
    if (bytes > MAX_EVENT_BYTES) throw new CountersignError('event-too-large', { details: { type, bytes } });
  }
}
