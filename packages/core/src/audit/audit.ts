// SPDX-License-Identifier: Apache-2.0
import type { VerifierRegistry } from '../consent/verifier-registry.js';
import { isCountersignError, type ErrorCode } from '../errors/index.js';
import type { Digest, StreamName } from '../ids.js';
import type { Checkpoint } from '../journal/checkpoint.js';
import { ChainVerifier, type ChainFault } from '../journal/hash-chain.js';
import { MerkleTree } from '../journal/merkle-tree.js';
import type { JournalRecord, KeyEntry } from '../journal/record.js';
import { ConsentReplay } from './consent-replay.js';
import { KeyReplay } from './key-replay.js';

/** The first thing that does not verify. */
export type AuditFinding =
  /** The store itself could not make sense of a record. */
  | { readonly kind: 'unreadable'; readonly position: number | null }
  | {
      readonly kind: 'record';
      readonly fault: ChainFault;
      readonly position: number;
      readonly stream: StreamName;
      readonly revision: number;
    }
  | {
      readonly kind: 'consent';
      readonly code: ErrorCode;
      readonly position: number;
      readonly stream: StreamName;
      readonly revision: number;
    }
  | { readonly kind: 'key'; readonly key: string }
  /** Fewer records than were signed for. */
  | { readonly kind: 'truncated'; readonly records: number; readonly signed: number }
  /** As many records, but not the same. */
  | { readonly kind: 'rewritten'; readonly signed: number };

export interface AuditReport {
  readonly finding: AuditFinding | null;
  readonly records: number;
  readonly streams: number;
  /** Signatures that were verified again. */
  readonly proofs: number;
  readonly keys: number;
  /** RFC 6962 tree hash over all records that were read. */
  readonly root: Digest;
}

export interface AuditInput {
  readonly records: AsyncIterable<JournalRecord>;
  /** Undefined for an export, which has no store beside it. */
  readonly storedKeys: AsyncIterable<KeyEntry> | undefined;
  readonly verifiers: VerifierRegistry;
  /** Its signature must have been verified. */
  readonly checkpoint: Checkpoint | undefined;
  readonly signal: AbortSignal;
}

/**
 * Reads every record once, in commit order, and stops at the first that does not verify. Memory grows with the number of
 * streams and taken keys, not with records.
 */
export async function audit({ records, storedKeys, verifiers, checkpoint, signal }: AuditInput): Promise<AuditReport> {
  const chain = new ChainVerifier();
  const keys = new KeyReplay();
  const consent = new ConsentReplay(verifiers, signal);
  const tree = new MerkleTree();
  const streams = new Set<StreamName>();
  let rootAtCheckpoint = checkpoint?.size === 0 ? tree.root() : undefined;

  const report = (finding: AuditFinding | null): AuditReport => ({
    finding,
    records: tree.size,
    streams: streams.size,
    proofs: consent.proofs,
    keys: keys.size,
    root: tree.root(),
  });

  try {
    for await (const record of records) {
      signal.throwIfAborted();
      const { position, stream, revision } = record;
      const fault = chain.next(record);
      if (fault !== undefined) return report({ kind: 'record', ...fault });
      const key = keys.next(record);
      if (key !== undefined) return report({ kind: 'key', key });
      const code = await consent.next(record);
      if (code !== undefined) return report({ kind: 'consent', code, position, stream, revision });
      streams.add(stream);
      tree.append(record.digest);
      if (tree.size === checkpoint?.size) rootAtCheckpoint = tree.root();
    }
  } catch (error) {
    if (!isCountersignError(error, 'corrupt')) throw error;
    const position = error.details['position'];
    return report({ kind: 'unreadable', position: typeof position === 'number' ? position : null });
  }
  if (checkpoint !== undefined && tree.size < checkpoint.size) {
    return report({ kind: 'truncated', records: tree.size, signed: checkpoint.size });
  }
  if (checkpoint !== undefined && rootAtCheckpoint !== checkpoint.root)
    return report({ kind: 'rewritten', signed: checkpoint.size });
  const key = storedKeys === undefined ? undefined : await keys.differs(storedKeys);
  return report(key === undefined ? null : { kind: 'key', key });
}
