// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import { CountersignError, ERROR_CATALOG } from '@countersign/core';
import { CliError } from '../src/cli-error.js';
import { CLI_ERRORS } from '../src/cli-errors.js';
import { exitCodeOfError } from '../src/exit-codes.js';
import { failureOf } from '../src/failure.js';
import { renderFailure } from '../src/screen/failure.js';
import { styleFor } from '../src/screen/style.js';

const calm = new AbortController().signal;
const style = styleFor({}, {});

describe('A26 every failure of the command line', () => {
  test.each(Object.entries(CLI_ERRORS))('%s says what happened and what to do', (code, { meaning, remedy }) => {
    expect(code).toMatch(/^[a-z][a-z-]+$/);
    for (const sentence of [meaning, remedy]) expect(sentence).toMatch(/^[A-Z`].*\.$/);
  });

  test('has a code that is not core’s', () => {
    expect(Object.keys(CLI_ERRORS).filter((code) => code in ERROR_CATALOG)).toEqual([]);
  });

  test('is told with code, meaning, details and remedy', async () => {
    const failure = await failureOf(new CliError('id-taken', { details: { id: 'review' } }), calm);
    expect(failure).toMatchObject({ code: 'id-taken', retryable: false, details: { id: 'review' } });
    expect(renderFailure(failure, style)).toBe(
      `error id-taken: ${CLI_ERRORS['id-taken'].meaning}\n  id: review\n  What to do: ${CLI_ERRORS['id-taken'].remedy}`,
    );
  });

  test('keeps the code of core', async () => {
    const failure = await failureOf(new CountersignError('store-newer'), calm);
    expect(failure).toMatchObject({
      schema: 'countersign/error/v1',
      code: 'store-newer',
      ...ERROR_CATALOG['store-newer'],
    });
  });
});

test('A11 a foreign error is told without its text', async () => {
  const failure = await failureOf(new Error('ENOENT: no such file, open /secret/place'), calm);
  expect(failure.code).toBe('internal');
  expect(JSON.stringify(failure)).not.toContain('secret');
});

test('details cannot give orders to a terminal', () => {
  const failure = {
    ...CLI_ERRORS.usage,
    schema: 'countersign/error/v1',
    code: 'usage',
    details: { problem: 'x\u001b[2J\ny' },
  } as const;
  expect(renderFailure(failure, style)).toContain('  problem: x [2J y\n');
});

test('what the signal cut short is an interruption, and nothing else is', async () => {
  const stopped = AbortSignal.abort();
  expect(await failureOf(new CountersignError('aborted'), stopped)).toMatchObject({ code: 'interrupted' });
  expect(await failureOf(stopped.reason, stopped)).toMatchObject({ code: 'interrupted' });
  expect(await failureOf(new CountersignError('corrupt'), stopped)).toMatchObject({ code: 'corrupt' });
});

test('exit codes tell apart what a script must tell apart', () => {
  const codes = ['usage', 'several-skills', 'terminal-required', 'interrupted', 'corrupt'].map(exitCodeOfError);
  expect(codes).toEqual([2, 2, 6, 130, 1]);
});
