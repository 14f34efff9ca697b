// SPDX-License-Identifier: Apache-2.0
import type { Project } from '../checks/project.mjs';

/** A project that has these files and no others, by path and content. */
export function madeUpProject(contents: Readonly<Record<string, string>>): Project {
  return {
    files: Object.keys(contents),
    read: (file) => {
      const content = contents[file];
      if (content === undefined) throw new Error(`the made-up project has no ${file}`);
      return content;
    },
  };
}
