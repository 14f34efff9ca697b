// SPDX-License-Identifier: Apache-2.0
import type { VerifierRegistry } from '../consent/verifier-registry.js';
import { CountersignError } from '../errors/index.js';
import { checkpointSigningBytes, type Checkpoint } from '../journal/checkpoint.js';
import { requireNotAborted } from '../material/guarded.js';
import { refusalCode } from './refusal-code.js';

export interface CheckpointContext {
  readonly verifiers: VerifierRegistry;
  /** The installation that the records are of. */
  readonly audience: string;
  readonly signal: AbortSignal;
}

/**
 * The checkpoint is of this installation, and somebody trusted signed it.
 * @throws `audience-differs`, `checkpoint-signature-invalid`, `aborted`, and what a verifier throws that cannot answer
 */
export async function requireSignedCheckpoint(
  checkpoint: Checkpoint,
  { verifiers, audience, signal }: CheckpointContext,
): Promise<void> {
  if (checkpoint.audience !== audience) throw new CountersignError('audience-differs');
  const { proof, authenticatorId, principal } = checkpoint;
  const signingBytes = checkpointSigningBytes(checkpoint);
  try {
    await verifiers.verifySignature({ authenticatorId, principal, proof, signingBytes, purpose: 'record', signal });
  } catch (error) {
    requireNotAborted(signal);
    const code = refusalCode(error);
    throw new CountersignError('checkpoint-signature-invalid', { details: { code }, cause: error });
  }
}
