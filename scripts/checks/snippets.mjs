// SPDX-License-Identifier: Apache-2.0
import { readDocuments } from './markdown.mjs';

/** @typedef {import('./project.mjs').Finding} Finding */
/** @typedef {import('./project.mjs').Project} Project */

const PROGRAM = /^(?:[cm]?[jt]s|[jt]sx|typescript|javascript)$/;

/**
 * Code in documents is a copy of code that runs. A fence says where it comes from, ```ts file=examples/a/main.ts#region,
 * and holds exactly that region, or the whole file where no region is named. Programs must say so; other languages may.
 * @param {Project} project
 * @returns {Finding[]}
 */
export function checkSnippets(project) {
  return readDocuments(project).flatMap(({ file, snippets }) =>
    snippets.flatMap(({ line, language, info, text }) => {
      const origin = /(?:^|\s)file=(\S+)/.exec(info)?.[1];
      const message = origin === undefined ? unmarked(language) : differenceFrom(project, origin, text);
      return message === undefined ? [] : [{ file, line, message }];
    }),
  );
}

/** @param {string} language */
function unmarked(language) {
  if (!PROGRAM.test(language)) return undefined;
  return `a ${language} snippet must say where its code runs: \`\`\`${language} file=PATH#REGION`;
}

/**
 * @param {Project} project
 * @param {string} origin
 * @param {string} snippet
 */
function differenceFrom(project, origin, snippet) {
  const [source = '', region] = origin.split('#', 2);
  if (!project.files.includes(source)) return `snippet from ${source}: there is no such file`;
  const lines = project.read(source).split('\n');
  const wanted = region === undefined ? lines : regionOf(lines, region);
  if (wanted === undefined) return `snippet from ${source}: there is no "// #region ${region}" with an end`;
  const expected = unindented(wanted.filter((line) => !/^\s*\/\/ #(?:end)?region\b/.test(line)));
  if (expected === snippet) return undefined;
  return `snippet differs from ${origin}, which reads:\n${expected.replaceAll(/^/gm, '    ')}`;
}

/**
 * @param {readonly string[]} lines
 * @param {string} name
 */
function regionOf(lines, name) {
  const start = lines.findIndex((line) => line.trim() === `// #region ${name}`);
  const end = lines.findIndex((line, index) => index > start && line.trim() === `// #endregion ${name}`);
  return start === -1 || end === -1 ? undefined : lines.slice(start + 1, end);
}

/** @param {readonly string[]} lines */
function unindented(lines) {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const shared = Math.min(...indents);
  return lines
    .map((line) => line.slice(shared))
    .join('\n')
    .replace(/^\n+/, '')
    .trimEnd();
}
