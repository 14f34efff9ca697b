// SPDX-License-Identifier: Apache-2.0
import { expect, test } from '@jest/globals';
import { checkCommands } from '../checks/commands.mjs';
import { madeUpProject } from './made-up-project.js';

const HELP: Readonly<Record<string, string>> = {
  '': 'Usage: countersign [options] [command]\n\nOptions:\n  -h, --help  show\n\nCommands:\n  pending|p [options]  what\n                       waits\n  catalog              pinned\n  help [command]       show\n',
  pending: 'Usage: countersign pending [options]\n',
  catalog:
    'Usage: countersign catalog [command]\n\nCommands:\n  add [options] <ref>  pin\n  help [command]       show\n',
  'catalog add': 'Usage: countersign catalog add [options] <ref>\n',
};

function problems(markdown: string): string[] {
  const project = madeUpProject({ 'package.json': '{ "scripts": { "check:docs": "x" } }', 'README.md': markdown });
  return checkCommands(project, (words) => HELP[words.join(' ')] ?? '').map(
    ({ line, message }) => `${line}: ${message}`,
  );
}

test('accepts commands that exist, with arguments, in shell snippets and in running text', () => {
  expect(
    problems(
      '```sh\nnpx countersign pending --json\ncat x | countersign catalog add skill\nnpm run check:docs\n```\n\n' +
        'Run `countersign p`, `countersign --help` or `npm run check:docs`; see `countersign.config.json`.\n',
    ),
  ).toEqual([]);
});

test('names commands and scripts that do not exist, by line', () => {
  expect(problems('```sh\ncountersign pending\n$ countersign approve\ncountersign catalog remove x\n```\n')).toEqual([
    '3: there is no command `countersign approve`',
    '4: there is no command `countersign catalog remove`',
  ]);
  expect(problems('Try `countersign waits` or `npm run docs`.\n')).toEqual([
    '1: there is no command `countersign waits`',
    '1: there is no script `npm run docs`',
  ]);
});
