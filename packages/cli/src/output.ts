// SPDX-License-Identifier: Apache-2.0
import type { Writable } from 'node:stream';

/** JSON.stringify leaves these as they are; on a terminal they could hide text, turn it, or give orders. */
const UNPRINTABLE = /(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** One JSON document, with whatever is not printable written as `\u....`: the same document to every reader. */
export function jsonText(document: object): string {
  return `${JSON.stringify(document, null, 2).replace(UNPRINTABLE, escapeUnits)}\n`;
}

/** A character beyond the first plane is two units. */
function escapeUnits(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** Resolves when the text has been handed over, so that an exit does not cut it off. A reader that left is no failure. */
export async function writeTo(stream: Writable, text: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    stream.write(text, (error) => {
      if (error && !isGone(error)) reject(error);
      else resolve();
    });
  });
}

function isGone(error: NodeJS.ErrnoException): boolean {
  return error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED';
}
