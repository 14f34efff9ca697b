// SPDX-License-Identifier: Apache-2.0
import { readdir } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import path from 'node:path';

export const ERROR_DOCS = 'docs/errors.md';

/** @typedef {{ readonly meaning: string, readonly retryable: boolean, readonly remedy: string }} ErrorEntry */
/** @typedef {{ readonly title: string, readonly entries: Readonly<Record<string, ErrorEntry>> }} ErrorDomain */

/**
 * The catalogue by domain, one file each, in the order in which the catalogue joins them.
 * @param {string} root
 * @returns {Promise<ErrorDomain[]>}
 */
export async function readErrorDomains(root) {
  const folder = path.join(root, 'packages/core/dist/errors');
  const load = async (/** @type {string} */ file) =>
    /** @type {Record<string, unknown>} */ (await import(pathToFileURL(path.join(folder, file)).href));
  const order = Object.keys(/** @type {object} */ ((await load('error-catalog.js'))['ERROR_CATALOG']));

  const files = (await readdir(folder)).filter((file) => file.endsWith('-errors.js'));
  const domains = await Promise.all(
    files.map(async (file) => {
      const [entries] = /** @type {Record<string, ErrorEntry>[]} */ (Object.values(await load(file)));
      const name = file.replace('-errors.js', '');
      return { title: name.charAt(0).toUpperCase() + name.slice(1), entries: entries ?? {} };
    }),
  );
  const place = (/** @type {ErrorDomain} */ { entries }) => order.indexOf(Object.keys(entries)[0] ?? '');
  return domains.filter((domain) => place(domain) !== -1).sort((a, b) => place(a) - place(b));
}

/**
 * docs/errors.md in full.
 * @param {readonly ErrorDomain[]} domains
 */
export function renderErrorDocs(domains) {
  return `# Errors

<!-- Written by \`npm run docs:errors\` from packages/core/src/errors: change the catalogue, not this file. -->

Whatever Countersign refuses or fails at carries one of these codes. A code is stable: its meaning does not change, and it
is what a program should test. Where a retry helps, the same call may succeed later with nothing changed by the caller.

${domains.map(({ title }) => `- [${title}](#${title.toLowerCase()})`).join('\n')}
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
