// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printed, typed } from './narrator.mjs';

const CLI = join(import.meta.dirname, '..', '..', 'packages', 'cli', 'dist', 'main.js');
const KILLED_INSTALL = join(import.meta.dirname, 'killed-install.mjs');

/** A check that did not hold. The demo stops there, and returns 1. */
export class CheckFailed extends Error {}

/**
 * What the demo reads of JSON answers; each command gives some of it.
 * @typedef {object} Answer
 * @property {readonly { readonly id: string }[]} entries
 * @property {readonly { readonly digest: string, readonly capabilityId: string }[]} challenges
 * @property {readonly { readonly state: string }[]} capabilities
 */

/** A throw-away home, a throw-away project, and the real command over them. */
export class Stage {
  checks = 0;

  /** @param {string} folder */
  constructor(folder) {
    this.folder = folder;
    this.project = join(folder, 'project');
    this.home = join(folder, 'home');
  }

  static async open() {
    const stage = new Stage(await mkdtemp(join(tmpdir(), 'countersign-demo-')));
    await mkdir(stage.project);
    return stage;
  }

  async close() {
    await rm(this.folder, { recursive: true, force: true });
  }

  /**
   * Runs `countersign`, shows what was typed and what came back, and checks the exit code.
   * @param {string[]} args
   * @param {{ exits?: number, home?: string, quiet?: boolean }} [expectation]
   */
  async countersign(args, { exits = 0, home = this.home, quiet = false } = {}) {
    if (!quiet) typed(`countersign ${args.map(quoted).join(' ')}`);
    const { code, output } = await run([CLI, ...args], { cwd: this.project, env: { COUNTERSIGN_HOME: home } });
    if (!quiet) printed(output);
    this.check(code === exits, `exit code ${String(exits)} of: countersign ${args.join(' ')} (it was ${String(code)})`);
    return output;
  }

  /** Runs `countersign` without expecting or showing anything. @param {string[]} args */
  async attempt(args) {
    const { code, output } = await run([CLI, ...args], { cwd: this.project, env: { COUNTERSIGN_HOME: this.home } });
    return { exitCode: code, output };
  }

  /**
   * The same with `--json`, for the demo's own use; not shown.
   * @param {string[]} args
   * @param {number} [exits]
   * @returns {Promise<Answer>}
   */
  async ask(args, exits = 0) {
    return /** @type {Answer} */ (JSON.parse(await this.countersign([...args, '--json'], { exits, quiet: true })));
  }

  /**
   * Starts an install in a process that kills itself at a border between two durable states.
   * @param {string} assertionFile @param {string} point
   */
  async killedInstall(assertionFile, point) {
    return await run([KILLED_INSTALL, this.home, this.project, assertionFile, point], { cwd: this.project, env: {} });
  }

  /** @param {boolean} held @param {string} what */
  check(held, what) {
    if (!held) throw new CheckFailed(what);
    this.checks += 1;
  }
}

/**
 * @param {string[]} args
 * @param {{ cwd: string, env: Record<string, string> }} options
 * @returns {Promise<{ code: number | null, signal: string | null, output: string }>}
 */
async function run(args, { cwd, env }) {
  // No terminal on standard input: exactly what an agent would have.
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => (output += text));
  }
  return await new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code, signal) => resolve({ code, signal, output }));
  });
}

/** @param {string} argument */
function quoted(argument) {
  return /^[\w@:./-]+$/.test(argument) ? argument : `"${argument}"`;
}
