// SPDX-License-Identifier: Apache-2.0
import type { ReconcileOutcome, Submission } from '@countersign/core';
import type { CommandContext, CommandResult } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { renderOutcome } from '../screen/outcome.js';
import { withStack, type Stack } from '../stack.js';
import { readAssertion } from './reconcile.js';

export interface SubmitOptions {
  readonly file: string;
}

/** Hands in a decision that was signed elsewhere. The signature is the authority, so no terminal is needed. */
export async function submit(context: CommandContext, { file }: SubmitOptions): Promise<CommandResult> {
  const wire = await readAssertion(file, context);
  return await withStack(context, (stack) => submitAndCarryOut('submit', wire, context, stack));
}

/** Records a signed decision; where that settles the challenge, does what was decided. */
export async function submitAndCarryOut(
  command: 'approve' | 'deny' | 'submit',
  wire: Uint8Array | string,
  { place: { workspace }, progress, signal, style }: CommandContext,
  { runtime, firstHost }: Stack,
): Promise<CommandResult> {
  const submission = await runtime.consent.submit(wire, { workspace, signal });
  const outcome =
    submission.kind === 'settled'
      ? await progress('Carrying it out', () => runtime.reconcile({ workspace, host: firstHost, task: '', signal }))
      : null;
  return {
    document: {
      schema: `countersign/${command}/v1`,
      capabilityId: submission.challenge.capability.id,
      challenge: submission.digest,
      decision: submission.kind === 'settled' ? submission.decision : null,
      outcome,
    },
    text: [
      describe(submission),
      ...(outcome === null || outcome.status === 'abstained' ? [] : [renderOutcome(outcome, style)]),
    ].join('\n'),
    exitCode: exitCodeOf(outcome),
  };
}

function describe(submission: Submission): string {
  const { id } = submission.challenge.capability;
  if (submission.kind === 'settled') return `Recorded: ${id} is ${submission.decision}.`;
  return `Recorded for ${id}; more people must agree.`;
}

function exitCodeOf(outcome: ReconcileOutcome | null): ExitCode {
  if (outcome === null) return EXIT.consentRequired;
  return outcome.failure === null ? EXIT.done : EXIT.failed;
}
