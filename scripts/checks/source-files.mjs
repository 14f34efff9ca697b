// SPDX-License-Identifier: Apache-2.0

/** @typedef {import('./project.mjs').Finding} Finding */
/** @typedef {import('./project.mjs').Project} Project */

const SOURCE = /\.(?:[cm]?[jt]s|sh)$|^\.ci\/run$/;
const LICENCE = /^(?:#!.*\n)?(?:\/\/|#) SPDX-License-Identifier: Apache-2\.0\n/;
const MAX_LINES = 400;

/**
 * Source files open with their licence, and those that ship stay readable in one sitting.
 * @param {Project} project
 * @returns {Finding[]}
 */
export function checkSourceFiles(project) {
  const unlicensed = project.files
    .filter((file) => SOURCE.test(file) && !LICENCE.test(project.read(file)))
    .map((file) => ({ file, line: 1, message: 'the first line must be the SPDX line of the licence' }));
  const long = project.files
    .filter((file) => /^packages\/[^/]+\/src\//.test(file))
    .map((file) => ({ file, lines: project.read(file).trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ file, lines }) => ({ file, line: MAX_LINES, message: `${lines} lines, over ${MAX_LINES}: split it` }));
  return [...unlicensed, ...long];
}

/**
 * @param {Project} project
 * @returns {Finding[]}
 */
export function checkPackageReadmes(project) {
  const folders = project.files.flatMap((file) => /^(packages\/[^/]+)\/package\.json$/.exec(file)?.[1] ?? []);
  return folders
    .map((folder) => `${folder}/README.md`)
    .filter((readme) => !project.files.includes(readme))
    .map((file) => ({ file, line: 1, message: 'missing: every package has a README' }));
}
