// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { boundedLines } from '../../src/audit/bounded-lines.js';
import { each } from './story.js';

async function linesOf(chunks: readonly Uint8Array[], maxBytes = 10_000): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of boundedLines(each(chunks), maxBytes)) lines.push(Buffer.from(line).toString('utf8'));
  return lines;
}

/** Cuts a text into chunks of these sizes, in the middle of characters too. */
function cut(text: string, sizes: readonly number[]): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  let rest = Buffer.from(text);
  for (const size of sizes) {
    chunks.push(rest.subarray(0, size));
    rest = rest.subarray(size);
  }
  return [...chunks, rest];
}

describe('the lines of a text', () => {
  test('A46 are the same however it is cut into chunks', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', '説', '😀', '\n', '\r', '\u2028'), maxLength: 60 });
    const sizes = fc.array(fc.nat({ max: 9 }), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(text, sizes, async (whole, cuts) => {
        const expected = whole.split('\n');
        if (expected.at(-1) === '') expected.pop();
        expect(await linesOf(cut(whole, cuts))).toEqual(expected);
      }),
    );
  });

  test('A46 have at most as many bytes as allowed, and not one more', async () => {
    const text = `${'x'.repeat(5000)}\n${'y'.repeat(5000)}`;
    expect(await linesOf([Buffer.from(text)], 5000)).toHaveLength(2);
    await expect(linesOf([Buffer.from(text)], 4999)).rejects.toMatchObject({
      code: 'json-too-large',
      details: { maxBytes: 4999 },
    });
  });
});
