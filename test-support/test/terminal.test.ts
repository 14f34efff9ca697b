// SPDX-License-Identifier: Apache-2.0
import { expect } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { backend } from '#test-support/backends.js';

backend('terminal')('a command under `script` has a terminal for its input and output', () => {
  const inTerminal = spawnSync('script', ['--quiet', '--return', '--command', 'test -t 0 && test -t 1', '/dev/null']);
  expect(inTerminal.status).toBe(0);
});
