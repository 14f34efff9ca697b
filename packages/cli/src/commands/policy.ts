// SPDX-License-Identifier: Apache-2.0
import { assertNever, releaseRoot, type Digest, type InstallMode, type StoredPolicy } from '@countersign/core';
import type { CommandContext, CommandResult } from '../command.js';
import { requireTerminal, requireTyped } from '../dialogue.js';
import { EXIT } from '../exit-codes.js';
import { withStack } from '../stack.js';

/** What decides when a capability is asked for. */
export async function policyShow(context: CommandContext): Promise<CommandResult> {
  return await withStack(context, async ({ runtime }) => {
    const release = releaseRoot(await runtime.catalog.current());
    return policyResult('policy-show', await runtime.policy.current(), release);
  });
}

export interface PolicySetOptions {
  readonly mode: InstallMode['kind'];
}

/** Changes it, at a terminal: a policy is as good as an approval. */
export async function policySet(context: CommandContext, { mode: kind }: PolicySetOptions): Promise<CommandResult> {
  const { dialogue } = context;
  requireTerminal(dialogue);
  return await withStack(context, async ({ runtime }) => {
    const catalog = await runtime.catalog.current();
    const release = releaseRoot(catalog);
    const mode: InstallMode = kind === 'preapproved' ? { kind, release } : { kind };
    const { policy } = await runtime.policy.current();
    dialogue.say(explain(mode, release));
    if (kind === 'preapproved') dialogue.say(`The catalog has ${catalog.entries.length} entries; release ${release}.`);
    await requireTyped(dialogue, `Type ${kind} to set it:`, kind);
    return policyResult('policy-set', await runtime.policy.set({ ...policy, mode }), release);
  });
}

function policyResult(command: string, { policy, digest, revision }: StoredPolicy, release: Digest): CommandResult {
  const { mode, terms } = policy;
  return {
    document: {
      schema: `countersign/${command}/v1`,
      stored: revision > 0,
      digest,
      mode: mode.kind,
      preapprovedRelease: mode.kind === 'preapproved' ? mode.release : null,
      presentRelease: release,
      terms,
    },
    text: [
      explain(mode, release),
      `A decision needs ${terms.approvals} of the approvers; a challenge stays open for ${terms.challengeLifetimeMs / 3_600_000} hours.`,
    ].join('\n'),
    exitCode: EXIT.done,
  };
}

function explain(mode: InstallMode, present: Digest): string {
  switch (mode.kind) {
    case 'ask':
      return 'ask: a person decides on every capability.';
    case 'preapproved':
      return mode.release === present
        ? 'preapproved: everything in the present release of the catalog installs unasked; once the catalog changes, a person is asked.'
        : 'preapproved: but the catalog has changed since, so a person is asked.';
    case 'never':
      return 'never: nothing new is installed.';
    default:
      return assertNever(mode);
  }
}
