// SPDX-License-Identifier: Apache-2.0
// Prints one line for people and machines from jest's JSON result: node scripts/test-totals.mjs RESULT.json
import { readFileSync } from 'node:fs';

/** @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numRuntimeErrorTestSuites: number }} Totals */

const [file = ''] = process.argv.slice(2);
const totals = /** @type {Totals} */ (JSON.parse(readFileSync(file, 'utf8')));
// A file that could not be run counts as one failure: its tests are in no other number.
const failed = totals.numFailedTests + totals.numRuntimeErrorTestSuites;
const skipped = totals.numPendingTests === 0 ? '' : `, ${totals.numPendingTests} skipped`;
console.log(`${totals.numPassedTests} passed, ${failed} failed${skipped}`);
