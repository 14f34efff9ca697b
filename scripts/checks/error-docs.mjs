// SPDX-License-Identifier: Apache-2.0
import { readdir } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import path from 'node:path';

export const ERROR_DOCS = 'docs/errors.md';

/** @typedef {{ readonly meaning: string, readonly retryable: boolean, readonly remedy: string }} ErrorEntry */
/** @typedef {{ readonly title: string, readonly entries: Readonly<Record<string, ErrorEntry>> }} ErrorDomain */

/**
 * The catalogue of core by domain, one file each, in the order in which it joins them; then that of the command line.
 * @param {string} root
 * @returns {Promise<ErrorDomain[]>}
 */
export async function readErrorDomains(root) {
  const { CLI_ERRORS } = await load(path.join(root, 'packages/cli/dist/cli-errors.js'));
  const commandLine = /** @type {ErrorDomain['entries']} */ (CLI_ERRORS);
  return [...(await readCoreDomains(root)), { title: 'Command line', entries: commandLine }];
}

/**
 * @param {string} root
 * @returns {Promise<ErrorDomain[]>}
 */
async function readCoreDomains(root) {
  const folder = path.join(root, 'packages/core/dist/errors');
  const order = Object.keys(
    /** @type {object} */ ((await load(path.join(folder, 'error-catalog.js')))['ERROR_CATALOG']),
  );

  const files = (await readdir(folder)).filter((file) => file.endsWith('-errors.js'));
  const domains = await Promise.all(
    files.map(async (file) => {
      const [entries] = /** @type {Record<string, ErrorEntry>[]} */ (
        Object.values(await load(path.join(folder, file)))
      );
      const name = file.replace('-errors.js', '');
      return { title: name.charAt(0).toUpperCase() + name.slice(1), entries: entries ?? {} };
    }),
  );
  const place = (/** @type {ErrorDomain} */ { entries }) => order.indexOf(Object.keys(entries)[0] ?? '');
  return domains.filter((domain) => place(domain) !== -1).sort((a, b) => place(a) - place(b));
}

/**
 * @param {string} file
 * @returns {Promise<Record<string, unknown>>}
 */
async function load(file) {
  return /** @type {Record<string, unknown>} */ (await import(pathToFileURL(file).href));
}

/**
 * docs/errors.md in full.
 * @param {readonly ErrorDomain[]} domains
 */
export function renderErrorDocs(domains) {
  return `# Errors

<!-- Written by \`npm run docs:errors\` from packages/core/src/errors and packages/cli/src/cli-errors.ts: change those, not
this file. -->

Whatever Countersign refuses or fails at carries one of these codes. A code is stable: its meaning does not change, and it
is what a program should test. Where a retry helps, the same call may succeed later with nothing changed by the caller.

${domains.map(({ title }) => `- [${title}](#${title.toLowerCase().replaceAll(' ', '-')})`).join('\n')}
${domains.map(renderDomain).join('')}`;
}

/** @param {ErrorDomain} domain */
function renderDomain({ title, entries }) {
  const sections = Object.entries(entries).map(
    ([code, { meaning, retryable, remedy }]) => `
### \`${code}\`

${meaning}

- Retry: ${retryable ? 'yes' : 'no'}
- What to do: ${remedy}
`,
  );
  return `\n## ${title}\n${sections.join('')}`;
}
