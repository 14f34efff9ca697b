// SPDX-License-Identifier: Apache-2.0
import type { Readable } from 'node:stream';
import type { Clock } from '../clock.js';
import type { ConsentSigner } from '../consent/consent-verifier.js';
import type { VerifierRegistry } from '../consent/verifier-registry.js';
import { CountersignError } from '../errors/index.js';
import { checkpointSigningBytes, type Checkpoint, type UnsignedCheckpoint } from '../journal/checkpoint.js';
import type { Journal } from '../journal/journal.js';
import { audit, type AuditReport } from './audit.js';
import { exportLines } from './journal-export.js';
import { requireSignedCheckpoint } from './require-signed-checkpoint.js';
import { verifyExport, type VerifyOptions } from './verify-export.js';

/** Proof after the fact: of the journal at hand, or of an export of it. */
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

  /**
   * Every record, key and signature of the journal, while others may write to it.
   * @throws `audience-differs`, `checkpoint-signature-invalid`, `aborted`, `unavailable`, and what a verifier throws that
   *   cannot answer
   */
  async verify({ checkpoint, signal = new AbortController().signal }: VerifyOptions = {}): Promise<AuditReport> {
    const parts = { verifiers: this.#verifiers, audience: this.#audience, signal };
    if (checkpoint !== undefined) await requireSignedCheckpoint(checkpoint, parts);
    return await audit({
      ...parts,
      checkpoint,
      records: (position) => this.#journal.scan(position),
      storedKeys: this.#journal.list(''),
    });
  }

  /** The same of an export of this installation; asks no store. @throws as `verifyExport` */
  async verifyExport(file: Readable, options: VerifyOptions = {}): Promise<AuditReport> {
    return await verifyExport(file, { ...options, verifiers: this.#verifiers, audience: this.#audience });
  }

  /** Lines of a self-contained export, without newlines. */
  exportLines(): AsyncGenerator<string> {
    return exportLines(this.#journal.scan(), this.#audience);
  }

  /** Signs what the journal contains now, after verifying all of it. @throws `audit-failed`, and as `verify` */
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
}
