// SPDX-License-Identifier: Apache-2.0
import { MAX_ASSERTION_BYTES, parseCapabilityId, parseHostId } from '@countersign/core';
import type { CommandContext, CommandResult } from '../command.js';
import { exitCodeOfStatus } from '../exit-codes.js';
import { readInput } from '../read-input.js';
import { renderOutcome } from '../screen/outcome.js';
import { withStack } from '../stack.js';

/** Only the first lines of a task count. */
const MAX_TASK_BYTES = 1024 * 1024;

export interface ReconcileOptions {
  /** Without one, what was begun or decided is carried on. */
  readonly task?: string;
  readonly language?: string;
  readonly host?: string;
  readonly askAgain?: string;
  readonly assertion?: string;
}

/** The main job, for one prompt. */
export async function reconcile(context: CommandContext, options: ReconcileOptions): Promise<CommandResult> {
  const { language, host, askAgain, assertion } = options;
  const task = options.task === '-' ? await readTask(context) : (options.task ?? '');
  const wire = assertion === undefined ? undefined : await readAssertion(assertion, context);
  return await withStack(context, async ({ runtime, firstHost }) => {
    const request = {
      workspace: context.place.workspace,
      host: host === undefined ? firstHost : parseHostId(host),
      task,
      ...(language === undefined ? {} : { language }),
      ...(askAgain === undefined ? {} : { askAgain: parseCapabilityId(askAgain) }),
      ...(wire === undefined ? {} : { assertion: wire }),
      signal: context.signal,
    };
    const outcome = await context.progress('Fetching and checking', () => runtime.reconcile(request));
    return {
      document: { schema: 'countersign/reconcile/v1', ...outcome },
      text: renderOutcome(outcome, context.style),
      exitCode: exitCodeOfStatus(outcome.status),
    };
  });
}

/** The wire form of a signed decision. @throws `file-unreadable` */
export async function readAssertion(path: string, context: CommandContext): Promise<Buffer> {
  // One byte more, so that what is too large gets its own code from core.
  return await readInput({ argument: 'assertion', path, maxBytes: MAX_ASSERTION_BYTES + 1 }, context);
}

async function readTask(context: CommandContext): Promise<string> {
  return (await readInput({ argument: '--task', path: '-', maxBytes: MAX_TASK_BYTES }, context)).toString('utf8');
}
