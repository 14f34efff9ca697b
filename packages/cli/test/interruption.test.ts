// SPDX-License-Identifier: Apache-2.0
import { expect, test } from '@jest/globals';
import { EventEmitter } from 'node:events';
import { watchInterruption } from '../src/interruption.js';

function watched() {
  const target = Object.assign(new EventEmitter(), {
    exits: [] as number[],
    exit: (code: number) => void target.exits.push(code),
  });
  return { target, interruption: watchInterruption(target) };
}

test('the first signal asks the command to stop, and tells what to exit with', () => {
  const { target, interruption } = watched();
  expect([interruption.signal.aborted, interruption.exitCode()]).toEqual([false, undefined]);
  target.emit('SIGINT');
  expect([interruption.signal.aborted, interruption.exitCode(), target.exits]).toEqual([true, 130, []]);
});

test('a second one ends the process at once', () => {
  const { target } = watched();
  target.emit('SIGINT');
  target.emit('SIGINT');
  expect(target.exits).toEqual([130]);
});

test('SIGTERM counts as well, with its own code', () => {
  const { target, interruption } = watched();
  target.emit('SIGTERM');
  expect([interruption.signal.aborted, interruption.exitCode()]).toEqual([true, 143]);
});
