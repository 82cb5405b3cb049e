import { asciiDigits } from '#platform/card-numbers/ascii-digits.ts';

/** How digits are grouped: the positions of the gaps, and the separator in a gap. */
export interface Grouping {
  readonly gaps: readonly number[];
  readonly separator: string;
  readonly maxDigits: number;
}

/** The digits of a text, in whichever script they are typed. */
export const digitsOf = (text: string) => asciiDigits(text).replace(/\D/g, '');

/** The digits in their groups; a gap is shown once a digit follows it. */
export function grouped(digits: string, { gaps, separator, maxDigits }: Grouping): string {
  return [...digits.slice(0, maxDigits)]
    .map((digit, index) => (gaps.includes(index) ? separator + digit : digit))
    .join('');
}

/** The caret's position in the grouped text, after so many digits or letters. */
export function caretAfter(count: number, text: string): number {
  let seen = 0;
  let at = 0;
  while (at < text.length && seen < count) {
    if (/[\dA-Z]/.test(text.charAt(at))) seen += 1;
    at += 1;
  }
  return at;
}

/** A field as the customer left it: its text, and the caret's place in it. */
export interface TypedText {
  readonly text: string;
  readonly caret: number;
}

/**
 * The text in its groups, with the caret behind the same character as before.
 *
 * @param charactersOf the characters of a typed text, without separators
 */
export function regrouped(
  { text, caret }: TypedText,
  groupingOf: (characters: string) => Grouping,
  charactersOf: (text: string) => string = digitsOf,
): TypedText {
  const characters = charactersOf(text);
  const shown = grouped(characters, groupingOf(characters));
  return { text: shown, caret: caretAfter(charactersOf(text.slice(0, caret)).length, shown) };
}
