// SPDX-License-Identifier: Apache-2.0
import GithubSlugger from 'github-slugger';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString } from 'mdast-util-to-string';

/** @typedef {import('./project.mjs').Project} Project */
/**
 * What the checks want to know of a document. Lines count from 1.
 * @typedef {object} Markdown
 * @property {string} file
 * @property {ReadonlySet<string>} anchors of its headings
 * @property {readonly { line: number, url: string }[]} links images too
 * @property {readonly { line: number, language: string, info: string, text: string }[]} snippets fenced code
 * @property {readonly { line: number, text: string }[]} code in running text
 */

/**
 * @param {Project} project
 * @returns {Markdown[]}
 */
export function readDocuments(project) {
  const names = project.files.filter((file) => file.endsWith('.md'));
  return names.map((file) => readMarkdown(file, project.read(file)));
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {Markdown}
 */
export function readMarkdown(file, text) {
  const slugger = new GithubSlugger();
  const anchors = new Set();
  const links = [];
  const snippets = [];
  const code = [];
  for (const node of withDescendants(fromMarkdown(text))) {
    const line = node.position?.start.line ?? 1;
    if (node.type === 'heading') anchors.add(slugger.slug(toString(node)));
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition')
      links.push({ line, url: node.url });
    if (node.type === 'code')
      snippets.push({ line, language: node.lang ?? '', info: node.meta ?? '', text: node.value });
    if (node.type === 'inlineCode') code.push({ line, text: node.value });
  }
  return { file, anchors, links, snippets, code };
}

/**
 * @param {import('mdast').Nodes} node
 * @returns {Generator<import('mdast').Nodes>}
 */
function* withDescendants(node) {
  yield node;
  for (const child of 'children' in node ? node.children : []) yield* withDescendants(child);
}
