// SPDX-License-Identifier: Apache-2.0
import type { VerifierRegistry } from '../consent/verifier-registry.js';
import type { Digest } from '../ids.js';
import type { Checkpoint } from '../journal/checkpoint.js';
import { ChainVerifier } from '../journal/hash-chain.js';
import { MerkleTree } from '../journal/merkle-tree.js';
import type { JournalRecord, KeyEntry } from '../journal/record.js';
import type { AuditFinding } from './audit-finding.js';
import { JournalReplay } from './journal-replay.js';
import { KeyReplay } from './key-replay.js';

export interface RecordAuditParts {
  readonly audience: string;
  readonly verifiers: VerifierRegistry;
  /** Its signature must have been verified. */
  readonly checkpoint: Checkpoint | undefined;
  readonly signal: AbortSignal;
}

/** Everything that is counted on the way. */
export interface AuditCounts {
  readonly records: number;
  readonly streams: number;
  /** Signatures that were verified again. */
  readonly proofs: number;
  readonly keys: number;
  /** RFC 6962 tree hash over all records that were read. */
  readonly root: Digest;
}

/** Takes records in commit order. Memory grows with the number of streams and taken keys, not with records. */
export class RecordAudit {
  readonly #chain = new ChainVerifier();
  readonly #keys = new KeyReplay();
  readonly #tree = new MerkleTree();
  readonly #replay: JournalReplay;
  readonly #checkpoint: Checkpoint | undefined;
  #rootAtCheckpoint: Digest | undefined;

  constructor({ checkpoint, ...parts }: RecordAuditParts) {
    this.#checkpoint = checkpoint;
    this.#replay = new JournalReplay({ ...parts, isTaken: (key) => this.#keys.has(key) });
    this.#noteRoot();
  }

  get counts(): AuditCounts {
    const { proofs, streams } = this.#replay;
    return { records: this.#tree.size, streams, proofs, keys: this.#keys.size, root: this.#tree.root() };
  }

  /** Position of the record that was read last. */
  get position(): number {
    return this.#tree.size;
  }

  async next(record: JournalRecord): Promise<AuditFinding | undefined> {
    const fault = this.#chain.next(record);
    if (fault !== undefined) return { kind: 'record', ...fault };
    const objection = await this.#replay.next(record);
    if (objection !== undefined) return objection;
    const key = this.#keys.next(record);
    if (key !== undefined) return { kind: 'key', key };
    this.#tree.append(record.digest);
    this.#noteRoot();
    return undefined;
  }

  /** To be called where the records end, for now. */
  finish(): AuditFinding | undefined {
    return this.#replay.finish();
  }

  differsFromCheckpoint(): AuditFinding | undefined {
    if (this.#checkpoint === undefined) return undefined;
    const { size: signed, root } = this.#checkpoint;
    if (this.#tree.size < signed) return { kind: 'truncated', records: this.#tree.size, signed };
    return this.#rootAtCheckpoint === root ? undefined : { kind: 'rewritten', signed };
  }

  compareKeys(stored: AsyncIterable<KeyEntry>): Promise<void> {
    return this.#keys.compare(stored);
  }

  /** Of what was compared. */
  differsFromKeys(): AuditFinding | undefined {
    const key = this.#keys.unexplained;
    return key === undefined ? undefined : { kind: 'key', key };
  }

  #noteRoot(): void {
    if (this.#tree.size === this.#checkpoint?.size) this.#rootAtCheckpoint = this.#tree.root();
  }
}
