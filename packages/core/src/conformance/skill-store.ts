// SPDX-License-Identifier: Apache-2.0
import type { ConformanceKit } from './conformance-test.js';
import { abortCases } from './skill-store/abort-cases.js';
import { runCase, type SkillStoreHarness } from './skill-store/harness.js';
import { publishCases } from './skill-store/publish-cases.js';
import { refusalCases } from './skill-store/refusal-cases.js';
import { stageCases } from './skill-store/stage-cases.js';
import { tamperCases } from './skill-store/tamper-cases.js';

/**
 * The cases that a `SkillStore` passes to be one. Each gets a fresh, empty medium; none depends on how fast the machine is.
 * What a crash leaves is the adapter's own to test: only it knows where its borders are.
 */
export function skillStoreConformance(harness: SkillStoreHarness): ConformanceKit {
  return (test) => {
    for (const each of [...stageCases, ...refusalCases, ...abortCases, ...publishCases])
      test(each.name, () => runCase(() => harness.createMedium(), each));
    if (harness.bytes === 'sealed') return;
    for (const each of tamperCases) test(each.name, () => runCase(() => harness.createMedium(), each));
  };
}
