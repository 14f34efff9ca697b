// SPDX-License-Identifier: Apache-2.0
import { whyNotHere } from './backend-probes.mjs';

/** @typedef {import('./backend-probes.mjs').BackendName} BackendName */
/** The part of jest's results that is read here. @typedef {{ status: string, title: string, fullName: string }} TestResult */

const NEEDS = /\[needs (.+)\]$/;

/** Ends a run by naming each test that a missing backend kept from running, so that nobody takes it for passed. */
export default class NotRunReporter {
  /**
   * @param {unknown} _contexts
   * @param {{ testResults: { testResults: TestResult[] }[] }} results
   */
  onRunComplete(_contexts, results) {
    const notRun = results.testResults
      .flatMap((file) => file.testResults)
      .filter(({ status, title }) => status === 'pending' && NEEDS.test(title));
    for (const name of new Set(notRun.map(({ title }) => NEEDS.exec(title)?.[1]))) {
      const reason = whyNotHere(/** @type {BackendName} */ (name)) ?? 'left out by a filter';
      process.stderr.write(`\nnot run: ${name} (${reason})\n`);
      for (const { title, fullName } of notRun) {
        if (title.endsWith(`[needs ${name}]`)) process.stderr.write(`  ${fullName}\n`);
      }
    }
  }
}
