// SPDX-License-Identifier: Apache-2.0

/** Scripts whose spelling needs joiners or non-joiners between two letters (compare RFC 5892, appendix A). */
const JOINING_SCRIPTS = [
  ...['Arab', 'Syrc', 'Mand', 'Nkoo', 'Mong', 'Phag', 'Adlm', 'Rohg'],
  ...['Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Tibt', 'Khmr', 'Mymr'],
];
const JOINING_LETTER = `(?=[\\p{L}\\p{M}])[${JOINING_SCRIPTS.map((script) => `\\p{scx=${script}}`).join('')}]`;

/** Places at which an invisible character belongs to a correctly written name. */
const makeLegitimate = (): readonly RegExp[] => [
  // Whole emoji, such as a profession (joiners) or a red heart (variation selector). Needs the `v` flag.
  new RegExp('\\p{RGI_Emoji}', 'gv'),
  // Zero-width joiner and non-joiner, and the Mongolian vowel separator.
  new RegExp(`(?<=${JOINING_LETTER})[\\u200c\\u200d\\u180e](?=${JOINING_LETTER})`, 'gu'),
  // One variation selector right after the Han or Mongolian letter whose form it chooses.
  /(?<=\p{Script=Han})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]/gu,
  /(?<=(?=\p{L})\p{Script=Mongolian})[\u180b-\u180d\u180f]/gu,
  // Signs of category Cf that are drawn: Arabic and Kaithi number signs, the Syriac abbreviation mark.
  /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/gu,
];

// Compiled when first needed: the emoji alone take 19 ms, and most texts need none of it.
let legitimate: readonly RegExp[] | undefined;

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/u;

/** The text with each invisible character that its spelling needs masked by `x`; as long as the text, unit for unit. */
export function maskLegitimateCharacters(text: string): string {
  if (!INVISIBLE.test(text)) return text;
  legitimate ??= makeLegitimate();
  return legitimate.reduce((rest, pattern) => rest.replace(pattern, (found) => 'x'.repeat(found.length)), text);
}

/**
 * Whether a name has a character that cannot be seen or that turns the direction of the text: zero-width, bidirectional,
 * filler, tag. Two names could then look the same, or one name like another. Such characters are allowed only where the
 * spelling of a script needs them; `PathSet` ignores those when it compares.
 */
export function hasHiddenCharacter(text: string): boolean {
  return INVISIBLE.test(maskLegitimateCharacters(text));
}
