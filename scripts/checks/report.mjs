// SPDX-License-Identifier: Apache-2.0

/**
 * Prints each finding as file:line: message, and makes the process fail when there is one.
 * @param {readonly import('./project.mjs').Finding[]} findings
 */
export function report(findings) {
  for (const { file, line, message } of findings) console.error(`${file}:${line}: ${message}`);
  if (findings.length === 0) return;
  console.error(`\n${findings.length} findings`);
  process.exitCode = 1;
}
