import { cardNumbersIn } from './card-numbers-in.ts';

/**
 * Whether card numbers stand in a text, and the text without them. Outside the vault no card number
 * may be kept, shown, listed, logged or sent on.
 *
 * Strangers choose these texts, so the search takes time in proportion to a text's length: each
 * character is looked at once, and from each group of digits at most the next 19 digits.
 */

/** Most texts have too few digits for a card number, of which a character may stand for two. */
const hasDigits = /(?:\p{N}\P{N}*){7}/u;

/** Whether a card's number stands in a text; a number of at least so many digits. */
export function holdsCardNumber(text: string, leastDigits = 13): boolean {
  if (!hasDigits.test(text)) return false;
  for (const { length } of cardNumbersIn(text)) if (length >= leastDigits) return true;
  return false;
}

/** The text, with `***` in the place of each card number. */
export function maskCardNumbers(text: string): string {
  if (!hasDigits.test(text)) return text;
  let masked = '';
  let from = 0;
  for (const places of cardNumbersIn(text)) {
    const [first = 0] = places;
    // Numbers may overlap where a text has more groups than a card.
    masked += first < from ? '' : `${text.slice(from, first)}***`;
    from = places.at(-1) ?? 0;
    from += String.fromCodePoint(text.codePointAt(from) ?? 0).length;
  }
  return masked + text.slice(from);
}
