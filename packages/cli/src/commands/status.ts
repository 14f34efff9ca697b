// SPDX-License-Identifier: Apache-2.0
import type { CommandContext, CommandResult } from '../command.js';
import { EXIT } from '../exit-codes.js';
import { shortDigest } from '../screen/plain-text.js';
import { table } from '../screen/table.js';
import { withStack } from '../stack.js';

/** What the journal says of this workspace. It proves nothing: that is what `verify` is for. */
export async function status(context: CommandContext): Promise<CommandResult> {
  const { workspace } = context.place;
  return await withStack(context, async ({ runtime, approvers }) => {
    const { policy } = await runtime.policy.current();
    const deciders = new Set(approvers.filter((key) => key.status === 'active').map(({ principal }) => principal));
    const capabilities = (await runtime.capabilities.status(workspace)).map(({ proposal, ...recorded }) => {
      const { title, folder, hosts, manifestDigest } = proposal;
      return { ...recorded, title, folder, hosts, manifestDigest };
    });
    const rows = capabilities.map(({ capabilityId, state, hosts, active, challenge }) => {
      const waits = challenge === null ? '' : `challenge ${shortDigest(challenge)}`;
      return [capabilityId, state, hosts.join(', '), active === null ? 'none' : shortDigest(active), waits];
    });
    const headings = [{ clipped: 'Capability' }, 'State', 'Agents', 'Exposed content', 'Waits for'];
    return {
      document: {
        schema: 'countersign/status/v1',
        scope: workspace.scope,
        policy: policy.mode.kind,
        approvers: [...deciders],
        capabilities,
      },
      text: [
        `Policy: ${policy.mode.kind}. People who can decide: ${deciders.size === 0 ? 'none' : [...deciders].join(', ')}.`,
        rows.length === 0 ? 'This workspace never asked for anything.' : table(headings, rows, context.style),
      ].join('\n'),
      exitCode: EXIT.done,
    };
  });
}
