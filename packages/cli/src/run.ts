// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import type { ReadStream, WriteStream } from 'node:tty';
import { inspect } from 'node:util';
import { CommanderError } from 'commander';
import { CliError } from './cli-error.js';
import type { CommandContext, CommandResult } from './command.js';
import { terminalDialogue } from './dialogue.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import { exitCodeOfFailure, failureOf } from './failure.js';
import { findWorkspace } from './find-workspace.js';
import { locateHome } from './home/home.js';
import { jsonText, writeTo } from './output.js';
import { createProgram, type GlobalOptions } from './program.js';
import { progressOn } from './progress.js';
import { renderFailure } from './screen/failure.js';
import { styleFor } from './screen/style.js';

/** What the command line needs of its process. */
export interface Surroundings {
  /** Without the interpreter and the script. */
  readonly argv: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly stdin: ReadStream;
  readonly stdout: WriteStream;
  readonly stderr: WriteStream;
  readonly signal: AbortSignal;
}

/** Runs one command line and says what to exit with. Whatever is to be printed has been printed when it resolves. */
export async function run(surroundings: Surroundings): Promise<ExitCode> {
  let result: CommandResult | undefined;
  const program = createProgram(readVersion(), async (load, options) => {
    const command = await load();
    result = await command(contextFor(surroundings, options), options);
  });
  try {
    await program.parseAsync(surroundings.argv, { from: 'user' });
    return result === undefined ? EXIT.done : await report(result, surroundings);
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return EXIT.done;
    // Without any command commander has printed the help already.
    if (isHelp(thrown) && !isJson(surroundings)) return EXIT.usage;
    return await reportFailure(thrown, surroundings);
  }
}

function contextFor({ env, cwd, stdin, stdout, stderr, signal }: Surroundings, options: GlobalOptions): CommandContext {
  const home = locateHome(env);
  const json = options.json === true;
  return {
    home,
    place: findWorkspace({ folder: options.workspace, user: options.user }, home, cwd),
    cwd,
    signal,
    style: styleFor(json ? stderr : stdout, env),
    stdin,
    dialogue: terminalDialogue({ stdin, stdout, stderr }, json, signal),
    progress: progressOn(stderr),
    warn: (text) => void stderr.write(`${text}\n`),
    write: (text) => writeTo(stdout, text),
  };
}

async function report({ document, text, exitCode }: CommandResult, surroundings: Surroundings): Promise<ExitCode> {
  if (isJson(surroundings)) await writeTo(surroundings.stdout, jsonText(document));
  else if (text !== undefined) await writeTo(surroundings.stdout, `${text}\n`);
  return exitCode;
}

async function reportFailure(thrown: unknown, surroundings: Surroundings): Promise<ExitCode> {
  const { env, signal, stdout, stderr } = surroundings;
  const failure = await failureOf(thrown instanceof CommanderError ? usageError(thrown) : thrown, signal);
  if (env['COUNTERSIGN_DEBUG'] === '1') await writeTo(stderr, `${inspect(thrown, { depth: 10 })}\n`);
  if (isJson(surroundings)) await writeTo(stdout, jsonText(failure));
  else await writeTo(stderr, `${renderFailure(failure, styleFor(stderr, env))}\n`);
  return exitCodeOfFailure(failure);
}

/** Asked of the text itself, because a command line that cannot be understood is answered in the right form too. */
function isJson({ argv }: Surroundings): boolean {
  return argv.includes('--json');
}

function usageError(thrown: CommanderError): CliError {
  const problem = isHelp(thrown) ? 'a command is missing' : thrown.message.replace(/^error: /, '');
  return new CliError('usage', { details: { problem } });
}

function isHelp(thrown: unknown): boolean {
  return thrown instanceof CommanderError && thrown.code === 'commander.help';
}

function readVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
  return manifest.version;
}
