// SPDX-License-Identifier: Apache-2.0
import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Scene } from '../scene.js';

const MAIN = path.resolve(import.meta.dirname, '../../dist/main.js');

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface StartOptions {
  /** Standard input; empty without it. */
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** The real command, without a terminal, and with its standard input left open. */
export function start(scene: Scene, argv: readonly string[], { env = {}, cwd }: StartOptions = {}) {
  const child = spawn(process.execPath, [MAIN, ...argv], {
    cwd: cwd ?? scene.workspace,
    env: { ...cleanEnv(scene), ...env },
  });
  return { child, ended: endOf(child) };
}

export async function run(scene: Scene, argv: readonly string[], options: StartOptions = {}): Promise<Ended> {
  const { child, ended } = start(scene, argv, options);
  // A command may have ended before it reads.
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  return await ended;
}

/** The document that `--json` prints; fails unless standard output is exactly one. */
export async function runJson(scene: Scene, argv: readonly string[], options: StartOptions = {}) {
  const { stdout, code } = await run(scene, [...argv, '--json'], options);
  return { code, document: JSON.parse(stdout) as Record<string, unknown> };
}

export interface Answer {
  /** Typed once this can be read on the screen, after what was answered before. */
  readonly when: string;
  readonly type: string | ((screen: string) => string);
}

/** The real command in a pseudo-terminal, and a person who answers. */
export async function runInTerminal(
  scene: Scene,
  argv: readonly string[],
  answers: readonly Answer[],
  /** Shell in front of the command. */
  before = '',
): Promise<{ readonly code: number | null; readonly screen: string; readonly raw: string }> {
  const command = ['stty cols 100;', before, process.execPath, MAIN, ...argv.map(quoted)].join(' ');
  const child = spawn('script', ['--quiet', '--return', '--flush', '--command', command, '/dev/null'], {
    cwd: scene.workspace,
    env: { ...cleanEnv(scene), TERM: 'xterm', SHELL: '/bin/sh' },
  });
  const waiting = [...answers];
  let raw = '';
  let from = 0;
  child.stdin.on('error', () => {});
  child.stdout.on('data', (chunk: Buffer) => {
    raw += chunk.toString('utf8');
    const screen = stripVTControlCharacters(raw);
    const [next] = waiting;
    const found = next === undefined ? -1 : screen.indexOf(next.when, from);
    if (next === undefined || found === -1) return;
    waiting.shift();
    from = found + next.when.length;
    child.stdin.write(typeof next.type === 'string' ? next.type : next.type(screen));
  });
  const { code } = await endOf(child);
  return { code, screen: stripVTControlCharacters(raw), raw };
}

function cleanEnv({ home, folder }: Scene): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: path.join(folder, 'person'),
    COUNTERSIGN_HOME: home.folder,
    // No test of this package asks a real registry.
    npm_config_registry: 'http://127.0.0.1:9/',
  };
}

function quoted(argument: string): string {
  return `'${argument.replaceAll("'", `'\\''`)}'`;
}

async function endOf(child: ChildProcess): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString('utf8')));
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')));
  return await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}
