// SPDX-License-Identifier: Apache-2.0
import { readDocuments } from './markdown.mjs';

/** @typedef {import('./project.mjs').Finding} Finding */
/** The text of `countersign <words> --help`. @typedef {(words: readonly string[]) => string} Help */

const SHELL = /^(?:sh|bash|shell|console)$/;
const COUNTERSIGN = /(?:^|[|&;(]\s*|\$ |\bnpx )countersign((?: [a-z][a-z0-9-]*)*)/g;
const NPM_RUN = /\bnpm run ([\w:-]+)/g;

/**
 * Commands that documents tell people to type exist: subcommands of countersign, and scripts of the root package.json.
 * @param {import('./project.mjs').Project} project
 * @param {Help} help
 * @returns {Finding[]}
 */
export function checkCommands(project, help) {
  const manifest = /** @type {{ scripts?: Record<string, string> }} */ (JSON.parse(project.read('package.json')));
  const scripts = Object.keys(manifest.scripts ?? {});
  return readDocuments(project).flatMap(({ file, snippets, code }) => {
    const shell = snippets
      .filter(({ language }) => SHELL.test(language))
      .flatMap(({ line, text }) =>
        text.split('\n').map((command, index) => ({ line: line + index + 1, text: command })),
      );
    return [...shell, ...code].flatMap(({ line, text }) =>
      [...unknownSubcommands(text, help), ...unknownScripts(text, scripts)].map((message) => ({ file, line, message })),
    );
  });
}

/**
 * @param {string} text
 * @param {Help} help
 */
function unknownSubcommands(text, help) {
  return [...text.matchAll(COUNTERSIGN)].flatMap(([, words = '']) => {
    /** @type {string[]} */
    const known = [];
    for (const word of words.split(' ').filter(Boolean)) {
      const names = subcommandsIn(help(known));
      // A command without subcommands takes arguments from here on.
      if (names.length === 0) break;
      if (!names.includes(word)) return [`there is no command \`${['countersign', ...known, word].join(' ')}\``];
      known.push(word);
    }
    return [];
  });
}

/** The names under "Commands:" of a commander help text. @param {string} text */
function subcommandsIn(text) {
  const list = /^Commands:\n((?: .*\n?)*)/m.exec(text)?.[1] ?? '';
  return [...list.matchAll(/^ {2}([\w|-]+)/gm)].flatMap(([, name = '']) => name.split('|'));
}

/**
 * @param {string} text
 * @param {readonly string[]} scripts
 */
function unknownScripts(text, scripts) {
  const named = [...text.matchAll(NPM_RUN)].map(([, name = '']) => name);
  return named.filter((name) => !scripts.includes(name)).map((name) => `there is no script \`npm run ${name}\``);
}
