// SPDX-License-Identifier: Apache-2.0
import { CountersignError, type ErrorCode } from '../errors/index.js';
import { hasHiddenCharacter } from './hidden-characters.js';
import type { MaterialLimits } from './manifest.js';

export type PathLimits = Pick<MaterialLimits, 'maxPathBytes' | 'maxDepth'>;

/** The longest component that the usual file systems take, in UTF-8 bytes. */
const MAX_COMPONENT_BYTES = 255;

/** Windows ignores what follows the first dot, and spaces before it, so `aux .txt` is still the device. */
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$) *(?:\.|$)/i;

interface PathRule {
  readonly code: ErrorCode;
  readonly broken: (path: string, components: readonly string[], limits: PathLimits) => boolean;
}

/** In this order: the cheap and structural ones first, so that later ones see bounded, well-formed text. */
const RULES: readonly PathRule[] = [
  { code: 'path-empty', broken: (path) => path === '' },
  {
    code: 'path-too-long',
    broken: (path, components, { maxPathBytes }) =>
      Buffer.byteLength(path) > maxPathBytes ||
      components.some((name) => Buffer.byteLength(name) > MAX_COMPONENT_BYTES),
  },
  {
    // U+FFFD is what decoders leave where the bytes were not UTF-8: the name is not the one on disk.
    code: 'path-not-unicode',
    broken: (path) => !path.isWellFormed() || /[\ufffd\p{Noncharacter_Code_Point}]/u.test(path),
  },
  { code: 'path-control-character', broken: (path) => /[\p{Cc}\u2028\u2029]/u.test(path) },
  { code: 'path-windows', broken: (path) => /[\\:]/.test(path) },
  { code: 'path-absolute', broken: (path) => path.startsWith('/') },
  { code: 'path-empty', broken: (_path, components) => components.includes('') },
  { code: 'path-traversal', broken: (_path, components) => components.some((name) => name === '.' || name === '..') },
  { code: 'path-not-normalised', broken: (path) => path.normalize('NFC') !== path },
  { code: 'path-hidden-character', broken: hasHiddenCharacter },
  {
    code: 'path-reserved',
    broken: (path, components) =>
      /[<>"|?*]/.test(path) || components.some((name) => /[. ]$/.test(name) || WINDOWS_DEVICE.test(name)),
  },
  { code: 'path-too-deep', broken: (_path, components, { maxDepth }) => components.length > maxDepth },
];

/** The code of the first rule that a path breaks, undefined when it may be used on every file system. */
export function pathFault(path: string, limits: PathLimits): ErrorCode | undefined {
  const components = path.split('/');
  return RULES.find((rule) => rule.broken(path, components, limits))?.code;
}

/**
 * Refuses a path that could leave its folder, deceive a reader, or mean something else on another system. Names in any
 * script are fine. `details.path` shows the path with all but letters, marks, digits, punctuation and spaces escaped.
 * @throws `path-*`, one code per rule
 */
export function requireSafePath(path: string, limits: PathLimits): void {
  const fault = pathFault(path, limits);
  if (fault !== undefined) throw new CountersignError(fault, { details: { path: printablePath(path) } });
}

/** At most 120 characters of a path that nobody has checked, fit for a terminal. */
export function printablePath(path: string): string {
  const shown = path.slice(0, 120).replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, (character) => {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
  return path.length > 120 ? `${shown}...` : shown;
}
