// SPDX-License-Identifier: Apache-2.0
import type { JournalRecord, Runtime } from '@countersign/core';

/** Every record of a runtime's journal. */
export async function recordsOf(runtime: Runtime): Promise<readonly JournalRecord[]> {
  const lines: string[] = [];
  for await (const line of runtime.audit.exportLines()) lines.push(line);
  return lines.slice(1, -1).map((line) => JSON.parse(line) as JournalRecord);
}

/** How often each type of event was recorded. */
export async function countsOf(runtime: Runtime): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const { type } of await recordsOf(runtime)) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}
