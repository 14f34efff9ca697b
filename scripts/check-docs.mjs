// SPDX-License-Identifier: Apache-2.0
// Checks that documents and sources say what is so, and prints each failure as file:line: message. Needs a build.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { checkCommands } from './checks/commands.mjs';
import { ERROR_DOCS, readErrorDomains, renderErrorDocs } from './checks/error-docs.mjs';
import { checkForbiddenWords } from './checks/forbidden-words.mjs';
import { checkLinks } from './checks/links.mjs';
import { openProject } from './checks/project.mjs';
import { report } from './checks/report.mjs';
import { checkRequirements } from './checks/requirements.mjs';
import { checkSnippets } from './checks/snippets.mjs';
import { checkPackageReadmes, checkSourceFiles } from './checks/source-files.mjs';

const root = path.dirname(import.meta.dirname);
const commandLine = 'packages/cli/dist/main.js';
const project = openProject(root);

/** @type {Map<string, string>} */
const helpTexts = new Map();
/** Each text is asked for once: a start of the command line costs a third of a second. */
const help = (/** @type {readonly string[]} */ words) => {
  const key = words.join(' ');
  const text =
    helpTexts.get(key) ??
    execFileSync(process.execPath, [commandLine, ...words, '--help'], { cwd: root, encoding: 'utf8' });
  helpTexts.set(key, text);
  return text;
};

const errorDocs = renderErrorDocs(await readErrorDomains(root));
const staleErrorDocs =
  project.files.includes(ERROR_DOCS) && project.read(ERROR_DOCS) === errorDocs
    ? []
    : [{ file: ERROR_DOCS, line: 1, message: 'differs from the catalogue: npm run docs:errors' }];

report([
  ...staleErrorDocs,
  ...checkLinks(project),
  ...checkSnippets(project),
  ...(existsSync(path.join(root, commandLine))
    ? checkCommands(project, help)
    : [{ file: commandLine, line: 1, message: 'is not built, so commands in documents were not checked' }]),
  ...checkPackageReadmes(project),
  ...checkSourceFiles(project),
  ...checkForbiddenWords(project),
  ...checkRequirements(project),
]);
