// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { tokens } from '@countersign/core';
import { createNpmBench, text, type NpmBench } from './npm-bench.js';
import { npm, pinSkills } from './readme-example.js';

describe('the examples of the README run', () => {
  let bench: NpmBench;
  beforeEach(async () => {
    bench = await createNpmBench();
  });
  afterEach(() => bench.remove());

  test('the plugin binds the scheme', () => {
    const bound: unknown[] = [];
    npm.register({ bind: () => undefined, bindMany: (token, key) => bound.push([token, key]) });
    expect(bound).toEqual([[tokens.materialSources, 'npm']]);
  });

  test('a release is pinned, skill by skill', async () => {
    const files = [text('skills/a/SKILL.md', 'A'), text('skills/b/SKILL.md', 'B')];
    const reference = bench.publish('@sample/skills', '1.0.0', files);
    const pinned = await pinSkills(bench.options, new AbortController().signal);
    expect(pinned).toEqual(['skills/a', 'skills/b'].map((path) => ({ ...reference, path })));
  });
});
