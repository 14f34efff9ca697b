// SPDX-License-Identifier: Apache-2.0

// Unicode word borders, so that scripts without spaces are split too. Made when first needed, since that takes 11 ms.
let segmenter: Intl.Segmenter | undefined;

/** English words that say nothing about a task. Words of other languages are weighed down by their frequency alone. */
const STOP_WORDS = new Set(
  (
    'a about after all also an and any are as at be been before but by can could do does for from get had has have how i if in into ' +
    'is it its just let like make may me more my need new no not now of on one only or our out over please should so some ' +
    'such than that the their them then there these they this to up us use used using want was we were what when where which ' +
    'while who will with would you your'
  ).split(' '),
);

/** Words that carry meaning: NFKC, lower case, in order, with repeats. */
export function contentWords(text: string): string[] {
  return [
    ...(segmenter ??= new Intl.Segmenter('en', { granularity: 'word' })).segment(text.normalize('NFKC').toLowerCase()),
  ]
    .filter(({ segment, isWordLike }) => isWordLike === true && !STOP_WORDS.has(segment))
    .map(({ segment }) => segment);
}
