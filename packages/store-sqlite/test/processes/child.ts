// SPDX-License-Identifier: Apache-2.0
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach } from '@jest/globals';

const running = new Set<Child>();
// A test that fails leaves no process behind.
afterEach(() => Promise.all([...running].map((child) => child.kill())));

/** Another process that runs one of the scripts here, from what is built in dist; it speaks in lines. */
export class Child {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;
  readonly #exited: Promise<unknown[]>;
  #errors = '';

  constructor(command: string, args: readonly string[]) {
    this.#process = spawn(command, args);
    running.add(this);
    this.#exited = once(this.#process, 'exit').finally(() => running.delete(this));
    this.#process.stderr.on('data', (chunk: Buffer) => (this.#errors += chunk.toString()));
    this.#lines = createInterface(this.#process.stdout)[Symbol.asyncIterator]();
  }

  static run(script: string, ...args: readonly string[]): Child {
    return new Child(process.execPath, [join(import.meta.dirname, script), ...args]);
  }

  /** The next line that it writes. */
  async line(): Promise<string> {
    const next = await this.#lines.next();
    if (next.done === true) throw new Error(`the process ended: ${this.#errors}`);
    return next.value;
  }

  /** Everything that it still writes. */
  async rest(): Promise<readonly string[]> {
    const lines: string[] = [];
    for (let next = await this.#lines.next(); next.done !== true; next = await this.#lines.next())
      lines.push(next.value);
    return lines;
  }

  say(line: string): void {
    this.#process.stdin.write(`${line}\n`);
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#process.kill(signal);
  }

  /** Ends it as `kill -9` does, and waits until it is gone. */
  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#exited;
  }

  /** Waits until it ends by itself, and fails unless it ended well. */
  async ended(): Promise<void> {
    const [code] = await this.#exited;
    if (code !== 0) throw new Error(`the process ended with ${String(code)}: ${this.#errors}`);
  }
}
