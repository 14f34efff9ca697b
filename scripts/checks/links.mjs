// SPDX-License-Identifier: Apache-2.0
import path from 'node:path';
import { readDocuments } from './markdown.mjs';

/** @typedef {import('./project.mjs').Finding} Finding */

const HAS_SCHEME = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

/**
 * Every relative link leads to a file or folder of the project, and its anchor to a heading there.
 * @param {import('./project.mjs').Project} project
 * @returns {Finding[]}
 */
export function checkLinks(project) {
  const documents = readDocuments(project);
  const anchors = new Map(documents.map((document) => [document.file, document.anchors]));
  const files = new Set(project.files);

  const problemOf = (/** @type {string} */ from, /** @type {string} */ url) => {
    const [place = '', anchor] = decodeURI(url).split('#', 2);
    const target = place === '' ? from : path.posix.join(path.posix.dirname(from), place).replace(/\/$/, '');
    const exists = files.has(target) || project.files.some((file) => target === '.' || file.startsWith(`${target}/`));
    if (!exists) return `link to ${url}: there is no ${target}`;
    const known = anchors.get(target);
    if (anchor === undefined || known === undefined || known.has(anchor)) return undefined;
    return `link to ${url}: ${target} has no heading #${anchor}`;
  };

  return documents.flatMap(({ file, links }) =>
    links.flatMap(({ line, url }) => {
      const message = HAS_SCHEME.test(url) ? undefined : problemOf(file, url);
      return message === undefined ? [] : [{ file, line, message }];
    }),
  );
}
