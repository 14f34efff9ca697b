// SPDX-License-Identifier: Apache-2.0

/** @typedef {import('./project.mjs').Finding} Finding */
/** @typedef {import('./project.mjs').Project} Project */

const REQUIREMENTS = 'docs/requirements.md';
const TEST_FILE =
  /^(?:(?:packages|examples)\/[^/]+|acceptance)\/test\/.*\.test\.ts$|^packages\/core\/src\/conformance\//;
/** One or more numbers at the head of a string: 'A42 refuses ...', 'A03, A04 and A05 ...', 'A03 A04 ...'. */
const NUMBERED_NAME = /['"`]([AT]\d{2}(?:(?:, | and | )[AT]\d{2})*)[ :]/g;

/**
 * Every requirement that docs/requirements.md calls held is named by a test, and tests name no other number than those listed.
 * @param {Project} project
 * @returns {Finding[]}
 */
export function checkRequirements(project) {
  const listed = listRequirements(project.read(REQUIREMENTS));
  const named = project.files
    .filter((file) => TEST_FILE.test(file))
    .flatMap((file) => numbersIn(file, project.read(file)));

  const unknown = named
    .filter(({ number }) => listed.every((requirement) => requirement.number !== number))
    .map(({ file, line, number }) => ({ file, line, message: `${REQUIREMENTS} has no ${number}` }));
  const unproved = listed
    .filter(({ held, number }) => held && named.every((name) => name.number !== number))
    .map(({ line, number }) => ({ file: REQUIREMENTS, line, message: `no test names ${number}` }));
  return [...unknown, ...unproved];
}

/** @param {string} text */
function listRequirements(text) {
  let held = false;
  return text.split('\n').flatMap((content, index) => {
    if (content.startsWith('## ')) held = content === '## Held';
    const number = /^- \*\*([AT]\d{2})\*\*/.exec(content)?.[1];
    return number === undefined ? [] : [{ number, line: index + 1, held }];
  });
}

/**
 * @param {string} file
 * @param {string} text
 */
function numbersIn(file, text) {
  return text
    .split('\n')
    .flatMap((content, index) =>
      [...content.matchAll(NUMBERED_NAME)].flatMap(([, numbers = '']) =>
        numbers.split(/, | and | /).map((number) => ({ file, line: index + 1, number })),
      ),
    );
}
