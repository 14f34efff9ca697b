// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

test('the embedded stack asks, shows, installs and proves', async () => {
  const main = join(import.meta.dirname, '..', 'dist', 'main.js');
  const { stdout } = await promisify(execFile)(process.execPath, [main]);
  expect(stdout).toContain('Release notes: Write release notes from the commits since the last tag');
  expect(stdout).toContain('scripts/last-tag.sh');
  expect(stdout).toContain('after the signature: available');
  expect(stdout).toMatch(/audit: \d+ records, 1 signature, finding: none/);
});
