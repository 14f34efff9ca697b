// SPDX-License-Identifier: Apache-2.0

/**
 * RFC 4648 section 5 without padding, one text for each byte string; undefined for anything else. `Buffer` alone skips
 * characters that it does not know, takes both alphabets and ignores unused bits.
 */
export function decodeBase64url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : undefined;
}
