// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { systemClock } from '@countersign/core';
import type { CommandContext, CommandResult } from '../command.js';
import { checkApprovers, checkClock, checkConfig, checkFolder, checkHost, checkKeys } from '../doctor/home-checks.js';
import { examine, fail, ok, warn, type Finding, type FindingBody } from '../doctor/finding.js';
import { checkFileSystem, checkModes, checkNode, checkUser } from '../doctor/machine-checks.js';
import { EXIT } from '../exit-codes.js';
import { findConfig } from '../home/config.js';
import { count, oneLine } from '../screen/plain-text.js';
import type { Style } from '../screen/style.js';
import { withStack } from '../stack.js';

/** Checks everything that Countersign rests on, and says what to do. Installs and records nothing. */
export async function doctor(context: CommandContext): Promise<CommandResult> {
  const findings: Finding[] = [];
  for (const [check, work] of checksFor(context)) findings.push(await examine(check, work, context.signal));
  for (const host of (await hostsOf(context)) ?? []) {
    findings.push(await examine(`host ${host}`, () => checkHost(host, context.place.workspace), context.signal));
  }
  const healthy = findings.every(({ status }) => status !== 'fail');
  return {
    document: { schema: 'countersign/doctor/v1', healthy, findings },
    text: findings.map((finding) => describe(finding, context.style)).join('\n'),
    exitCode: healthy ? EXIT.done : EXIT.failed,
  };
}

function checksFor(context: CommandContext): readonly (readonly [string, () => Promise<FindingBody>])[] {
  const { home, place, dialogue } = context;
  const { root } = place.workspace;
  const missing = fail('there is none', 'Run `countersign init`.');
  return [
    ['node', async () => checkNode(process.version)],
    ['user', async () => checkUser(process.getuid?.())],
    [
      'terminal',
      async () => (dialogue.hasTerminal ? ok('there is one') : warn('there is none', 'Approving needs one.')),
    ],
    ['home', () => checkFolder(home.folder, missing)],
    ['home file system', async () => (existsSync(home.folder) ? await checkFileSystem(home.folder) : missing)],
    ['home modes', async () => (existsSync(home.folder) ? await checkModes(home.folder) : missing)],
    ['configuration', () => checkConfig(home)],
    ['approvers', () => checkApprovers(home)],
    ['keys folder', () => checkFolder(home.keys, ok('made with the first key'))],
    ['keys', () => checkKeys(home)],
    ['state', () => checkFolder(home.state, ok('made with the first record'))],
    ['clock', () => checkClock(home, systemClock.now())],
    ['journal', () => checkJournal(context)],
    [
      'workspace',
      async () =>
        existsSync(root) ? await checkFileSystem(root) : fail('it does not exist', 'Name it with --workspace.'),
    ],
    ['catalog', () => checkCatalog(context)],
  ];
}

/** Opens the journal, which also brings its schema up to date or refuses a newer one. */
async function checkJournal(context: CommandContext): Promise<FindingBody> {
  return await withStack(context, async ({ runtime }) => {
    const { policy } = await runtime.policy.current();
    return ok(`opens; policy ${policy.mode.kind}`);
  });
}

async function checkCatalog(context: CommandContext): Promise<FindingBody> {
  return await withStack(context, async ({ runtime }) =>
    ok(count((await runtime.catalog.current()).entries.length, 'skill')),
  );
}

/** A configuration that cannot be read has a finding of its own already. */
async function hostsOf({ home }: CommandContext) {
  return (await findConfig(home).catch(() => undefined))?.hosts;
}

function describe({ check, status, finding, remedy }: Finding, { colours }: Style): string {
  const mark = { ok: colours.green('ok  '), warn: colours.yellow('warn'), fail: colours.red('fail') }[status];
  const advice = remedy === null ? '' : `\n        ${remedy}`;
  return `${mark}  ${check}: ${oneLine(finding)}${advice}`;
}
