// SPDX-License-Identifier: Apache-2.0
import {
  CountersignError,
  compareInstants,
  encodeAssertion,
  signDecision,
  systemClock,
  systemRandomness,
  type ChallengeRecord,
  type Decision,
  type Instant,
} from '@countersign/core';
import type { Command, CommandContext, CommandResult } from '../command.js';
import { requireTerminal, requireTyped } from '../dialogue.js';
import { unlockSigner } from '../home/unlock-signer.js';
import { renderConsentScreen } from '../screen/consent-screen.js';
import { withStack, type Stack } from '../stack.js';
import { submitAndCarryOut } from './submit.js';

/** The assertion is handed in at once, so it need not live as long as a challenge allows. */
const VALIDITY_MS = 300_000;
const TYPED_CHARACTERS = 8;

export interface DecideOptions {
  readonly challenge: string;
  readonly key?: string;
}

export const approve: Command<DecideOptions> = (context, options) => decide('granted', context, options);
export const deny: Command<DecideOptions> = (context, options) => decide('denied', context, options);

/**
 * A person reads the screen at a terminal, types a part of the digest, opens the key, and so signs. There is no option and
 * no variable that stands in for any of it.
 */
async function decide(decision: Decision, context: CommandContext, options: DecideOptions): Promise<CommandResult> {
  const { dialogue, signal } = context;
  requireTerminal(dialogue);
  return await withStack(context, async (stack) => {
    const { consent } = stack.runtime;
    const record = await consent.find(options.challenge);
    requireDecidable(record, systemClock.now());
    await requireHere(record, context, stack);

    const screen = await context.progress('Reading every byte', () => consent.screen(record.digest, signal));
    dialogue.say(renderConsentScreen(screen, context.style));
    const verb = decision === 'granted' ? 'APPROVE' : 'DENY';
    const question = `Type the first ${TYPED_CHARACTERS} characters of the challenge to ${verb} it:`;
    await requireTyped(dialogue, question, screen.digest.slice(0, TYPED_CHARACTERS));
    const signer = await unlockSigner(context, stack.approvers, options.key);

    const validityMs = Math.min(VALIDITY_MS, screen.challenge.rules.maxValidityMs);
    const signing = { signer, now: systemClock.now(), randomness: systemRandomness, validityMs };
    const assertion = await signDecision(screen.challenge, decision, signing);
    return await submitAndCarryOut(
      decision === 'granted' ? 'approve' : 'deny',
      encodeAssertion(assertion),
      context,
      stack,
    );
  });
}

/** Nobody shall read and sign what will be refused. @throws `challenge-settled`, `challenge-expired`, `challenge-superseded` */
function requireDecidable({ status, challenge }: ChallengeRecord, now: Instant): void {
  if (status.kind === 'settled')
    throw new CountersignError('challenge-settled', { details: { decision: status.decision } });
  if (status.kind === 'retired' && status.reason === 'superseded') throw new CountersignError('challenge-superseded');
  if (status.kind === 'retired' || compareInstants(now, challenge.expiresAt) >= 0) {
    throw new CountersignError('challenge-expired');
  }
}

/** @throws `challenge-wrong-workspace` */
async function requireHere({ digest }: ChallengeRecord, { place }: CommandContext, { runtime }: Stack): Promise<void> {
  const statuses = await runtime.capabilities.status(place.workspace);
  if (!statuses.some(({ challenge }) => challenge === digest)) throw new CountersignError('challenge-wrong-workspace');
}
