// SPDX-License-Identifier: Apache-2.0
import type { Readable } from 'node:stream';
import type { Clock } from '../clock.js';
import type { ConsentSigner } from '../consent/consent-verifier.js';
import type { VerifierRegistry } from '../consent/verifier-registry.js';
import { CountersignError } from '../errors/index.js';
import { checkpointSigningBytes, type Checkpoint, type UnsignedCheckpoint } from '../journal/checkpoint.js';
import type { Journal } from '../journal/journal.js';
import { audit, type AuditReport } from './audit.js';
import { exportLines, importRecords } from './journal-export.js';

export interface VerifyOptions {
  /** A checkpoint that somebody signed earlier; its signature is checked first. */
  readonly checkpoint?: Checkpoint;
  readonly signal?: AbortSignal;
}

/** Proof after the fact: of the journal at hand, or of an export with nothing but public keys. */
export class AuditService {
  readonly #journal: Journal;
  readonly #verifiers: VerifierRegistry;
  readonly #clock: Clock;
  readonly #audience: string;

  constructor(journal: Journal, verifiers: VerifierRegistry, clock: Clock, audience: string) {
    this.#journal = journal;
    this.#verifiers = verifiers;
    this.#clock = clock;
    this.#audience = audience;
  }

  /** Every record, key and signature of the journal. @throws `checkpoint-signature-invalid`, `unavailable` */
  async verify({ checkpoint, signal = new AbortController().signal }: VerifyOptions = {}): Promise<AuditReport> {
    if (checkpoint !== undefined) await this.#requireSigned(checkpoint, signal);
    return await audit({
      records: this.#journal.scan(),
      storedKeys: this.#journal.list(''),
      verifiers: this.#verifiers,
      checkpoint,
      signal,
    });
  }

  /** The same of an export; needs no store. @throws `export-invalid`, `json-*`, `shape-invalid`, `checkpoint-signature-invalid` */
  async verifyExport(
    file: Readable,
    { checkpoint, signal = new AbortController().signal }: VerifyOptions = {},
  ): Promise<AuditReport> {
    if (checkpoint !== undefined) await this.#requireSigned(checkpoint, signal);
    return await audit({
      records: importRecords(file),
      storedKeys: undefined,
      verifiers: this.#verifiers,
      checkpoint,
      signal,
    });
  }

  /** Lines of a self-contained export, without newlines. */
  exportLines(): AsyncGenerator<string> {
    return exportLines(this.#journal.scan(), this.#audience);
  }

  /** Signs what the journal contains now, after verifying all of it. @throws `audit-failed` */
  async checkpoint(signer: ConsentSigner): Promise<Checkpoint> {
    const { finding, records, root } = await this.verify();
    if (finding !== null) throw new CountersignError('audit-failed', { details: { finding: finding.kind } });
    const unsigned: UnsignedCheckpoint = {
      schema: 'countersign/checkpoint/v1',
      audience: this.#audience,
      size: records,
      root,
      at: this.#clock.now(),
      principal: signer.principal,
      authenticatorId: signer.authenticatorId,
    };
    return { ...unsigned, proof: await signer.sign(checkpointSigningBytes(unsigned)) };
  }

  async #requireSigned(checkpoint: Checkpoint, signal: AbortSignal): Promise<void> {
    const { proof, authenticatorId, principal } = checkpoint;
    if (checkpoint.audience !== this.#audience) throw new CountersignError('assertion-wrong-audience');
    await this.#verifiers
      .verifySignature({
        authenticatorId,
        principal,
        proof,
        signingBytes: checkpointSigningBytes(checkpoint),
        purpose: 'record',
        signal,
      })
      .catch((cause: unknown) => {
        throw new CountersignError('checkpoint-signature-invalid', { cause });
      });
  }
}
