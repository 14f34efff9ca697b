// SPDX-License-Identifier: Apache-2.0
import { failureOf } from '../failure.js';

/** What one check says. */
export interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'warn' | 'fail';
  readonly finding: string;
  /** What to do, null when nothing is. */
  readonly remedy: string | null;
}

export type FindingBody = Omit<Finding, 'check'>;

export const ok = (finding: string): FindingBody => ({ status: 'ok', finding, remedy: null });
export const warn = (finding: string, remedy: string): FindingBody => ({ status: 'warn', finding, remedy });
export const fail = (finding: string, remedy: string): FindingBody => ({ status: 'fail', finding, remedy });

/** A check that throws has failed with the code of what it threw. */
export async function examine(check: string, work: () => Promise<FindingBody>, signal: AbortSignal): Promise<Finding> {
  try {
    return { check, ...(await work()) };
  } catch (thrown) {
    const { code, meaning, remedy, details } = await failureOf(thrown, signal);
    const facts = Object.entries(details).map(([name, value]) => `, ${name} ${String(value)}`);
    return { check, ...fail(`${code}: ${meaning}${facts.join('')}`, remedy) };
  }
}
