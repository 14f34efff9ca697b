#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
import { watchInterruption } from './interruption.js';
import { run } from './run.js';

// The libraries that ask and turn spinners look there too.
if (process.argv.includes('--no-color')) process.env['NO_COLOR'] = '1';

const { argv, env, stdin, stdout, stderr } = process;
const interruption = watchInterruption(process);
// Writes tell of their errors themselves; an error event that nobody hears would end the process with a stack.
stdout.on('error', () => {});
stderr.on('error', () => {});

const exitCode = await run({
  ...{ argv: argv.slice(2), env, cwd: process.cwd(), stdin, stdout, stderr },
  signal: interruption.signal,
});
process.exit(interruption.exitCode() ?? exitCode);
