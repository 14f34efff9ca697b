// SPDX-License-Identifier: Apache-2.0
import { expect, jest, test } from '@jest/globals';

test('the example of the README runs', async () => {
  const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  await import('./readme-example.js');
  expect(log.mock.calls).toEqual([[expect.stringMatching(/^release-manager signed with [0-9a-f]{16}$/)]]);
  log.mockRestore();
});
