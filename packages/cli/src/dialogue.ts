// SPDX-License-Identifier: Apache-2.0
import type { ReadStream, WriteStream } from 'node:tty';
import { CliError } from './cli-error.js';

/** Talking to a person at a terminal. */
export interface Dialogue {
  readonly hasTerminal: boolean;
  /** Shows text to the person. */
  say(text: string): void;
  /** @throws `terminal-required`, `interrupted` */
  ask(question: string): Promise<string>;
  /** The same, with nothing of the answer shown. */
  askSecret(question: string): Promise<string>;
}

export interface DialogueStreams {
  readonly stdin: ReadStream;
  readonly stdout: WriteStream;
  readonly stderr: WriteStream;
}

/**
 * Asks only where a terminal is on both ends: input that comes from a pipe, and output that nobody sees, are no person.
 * With `--json` everything but the document goes to standard error.
 */
export function terminalDialogue(
  { stdin, stdout, stderr }: DialogueStreams,
  json: boolean,
  signal: AbortSignal,
): Dialogue {
  const output = json ? stderr : stdout;
  const hasTerminal = [stdin, stdout, output].every(({ isTTY }) => isTTY);
  const prompt = async (kind: 'input' | 'password', message: string) => {
    if (!hasTerminal) throw new CliError('terminal-required');
    const prompts = await import('@inquirer/prompts');
    const context = { input: stdin, output, signal };
    try {
      return await (kind === 'input' ? prompts.input({ message }, context) : prompts.password({ message }, context));
    } catch (cause) {
      // The prompt was left by Ctrl-C, by a closed terminal, or by the signal; it ends in no other way.
      throw new CliError('interrupted', { cause });
    }
  };
  return {
    hasTerminal,
    say: (text) => void output.write(`${text}\n`),
    ask: (question) => prompt('input', question),
    askSecret: (question) => prompt('password', question),
  };
}

/** @throws `terminal-required` */
export function requireTerminal({ hasTerminal }: Dialogue): void {
  if (!hasTerminal) throw new CliError('terminal-required');
}

/** The person types `expected`, which takes looking at the screen. @throws `terminal-required`, `not-confirmed`, `interrupted` */
export async function requireTyped(dialogue: Dialogue, question: string, expected: string): Promise<void> {
  const typed = (await dialogue.ask(question)).trim();
  if (typed.toLowerCase() !== expected.toLowerCase()) throw new CliError('not-confirmed');
}
