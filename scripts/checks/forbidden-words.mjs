// SPDX-License-Identifier: Apache-2.0

/** Written so that none matches its own source. */
const FORBIDDEN = [
  { pattern: /registry\.[a-z]+\.(?:org|com)/, message: 'names the host of a package registry; say "the npm registry"' },
  { pattern: /(?<![\w.~-])\/(?:home|root|work)\//, message: "holds an absolute path of somebody's machine" },
];

/**
 * Nothing in the repository speaks of the machine it was written on.
 * @param {import('./project.mjs').Project} project
 * @returns {import('./project.mjs').Finding[]}
 */
export function checkForbiddenWords(project) {
  const written = project.files.filter((file) => file !== 'package-lock.json');
  return written.flatMap((file) =>
    project
      .read(file)
      .split('\n')
      .flatMap((text, index) =>
        FORBIDDEN.filter(({ pattern }) => pattern.test(text)).map(({ message }) => ({
          file,
          line: index + 1,
          message,
        })),
      ),
  );
}
