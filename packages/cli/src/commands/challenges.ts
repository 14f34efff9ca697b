// SPDX-License-Identifier: Apache-2.0
import type { ChallengeRecord } from '@countersign/core';
import type { CommandContext, CommandResult } from '../command.js';
import { EXIT } from '../exit-codes.js';
import { renderConsentScreen } from '../screen/consent-screen.js';
import { nameForCommands } from '../screen/outcome.js';
import { shortDigest } from '../screen/plain-text.js';
import { table } from '../screen/table.js';
import { withStack } from '../stack.js';

/** Open challenges of every workspace. */
export async function pending(context: CommandContext): Promise<CommandResult> {
  return await withStack(context, async ({ runtime }) => {
    const statuses = await runtime.capabilities.status(context.place.workspace);
    const challenges = [];
    for await (const { digest, challenge, votes } of runtime.consent.pending()) {
      challenges.push({
        digest,
        capabilityId: challenge.capability.id,
        title: challenge.capability.title,
        workspaceId: challenge.workspaceId,
        scope: challenge.scope,
        here: statuses.some((status) => status.challenge === digest),
        issuedAt: challenge.issuedAt,
        expiresAt: challenge.expiresAt,
        approvals: challenge.rules.approvals,
        granted: votes.map(({ principal }) => principal),
      });
    }
    const rows = challenges.map(({ digest, capabilityId, scope, here, expiresAt, approvals, granted }) => {
      const workspace = here ? 'this one' : scope === 'user' ? 'your home' : 'another';
      return [shortDigest(digest), capabilityId, workspace, `${granted.length} of ${approvals}`, expiresAt];
    });
    return {
      document: { schema: 'countersign/pending/v1', challenges },
      text:
        rows.length === 0
          ? 'Nothing waits for a decision.'
          : table(['Challenge', { clipped: 'Capability' }, 'Workspace', 'Granted', 'Expires'], rows, context.style),
      exitCode: EXIT.done,
    };
  });
}

export interface ShowOptions {
  readonly challenge: string;
}

/** What a person has to read before deciding. */
export async function show(context: CommandContext, options: ShowOptions): Promise<CommandResult> {
  return await withStack(context, async ({ runtime }) => {
    const record = await runtime.consent.find(options.challenge);
    const screen = await context.progress('Reading every byte', () =>
      runtime.consent.screen(record.digest, context.signal),
    );
    return {
      document: { schema: 'countersign/show/v1', ...describeRecord(record), ...screen },
      text: `${renderConsentScreen(screen, context.style)}\n\n${whatNow(record)}`,
      exitCode: EXIT.done,
    };
  });
}

function describeRecord({ status, votes }: ChallengeRecord) {
  return { status, votes: votes.map(({ principal, assertion }) => ({ principal, decision: assertion.decision })) };
}

function whatNow({ status, votes, challenge, digest }: ChallengeRecord): string {
  switch (status.kind) {
    case 'settled':
      return `Decided: ${status.decision}, by ${votes.map(({ principal }) => principal).join(', ')}.`;
    case 'retired':
      return `Nobody decides on it any more: ${status.reason}.`;
    case 'open': {
      const voted =
        votes.length === 0 ? '' : `Granted so far by ${votes.map(({ principal }) => principal).join(', ')}. `;
      const named = nameForCommands(challenge, digest);
      return `${voted}Decide with \`countersign approve ${named}\` or \`countersign deny ${named}\`.`;
    }
  }
}
