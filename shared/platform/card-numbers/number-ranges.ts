// Loaded late: few texts contain as many digits as a card number.
import { cardRanges } from './card-ranges.ts';

/** The networks of card numbers by their first digits (ISO/IEC 7812). */

/** A range of numbers that one network issues, and the format of their cards. */
export interface NumberRange {
  /** The name of the network: `american-express`. */
  readonly type: string;
  /** As people write it: `American Express`. */
  readonly name: string;
  /** The positions in the number after which a space is written. */
  readonly gaps: readonly number[];
  /** The lengths that its numbers may have. */
  readonly lengths: readonly number[];
  /** The number of digits of its cards' cvc. */
  readonly cvcDigits: number;
}

/** The networks with their ranges. Both ends of a range have as many digits. */
const networks = cardRanges.map(({ starts, ...range }) => ({
  range,
  starts: starts.split(' ').map((one) => {
    const [first = '', last = first] = one.split('-');
    return { first, last };
  }),
}));

/**
 * The networks whose numbers may begin so, each with how many digits say so; 0 where more digits may
 * say otherwise.
 */
function candidatesOf(digits: string) {
  return networks.flatMap(({ range, starts }) => {
    const start = starts.find(({ first, last }) => {
      const length = Math.min(first.length, digits.length);
      const typed = digits.slice(0, length);
      return first.slice(0, length) <= typed && typed <= last.slice(0, length);
    });
    if (!start) return [];
    const { length } = start.first;
    return [{ range, certainty: digits.length < length ? 0 : length }];
  });
}

/**
 * The range of a number or of its first digits; undefined when no network or several may match. Of
 * several networks that are certain, the one that more digits name has the number.
 */
export function rangeOf(digits: string): NumberRange | undefined {
  const all = candidatesOf(digits);
  const isDecided = all.length === 1 || all.every(({ certainty }) => certainty > 0);
  const most = Math.max(...all.map(({ certainty }) => certainty));
  return isDecided ? all.find(({ certainty }) => certainty === most)?.range : undefined;
}

/**
 * The lengths in which issuers give out numbers that begin so. They are fewer than a network allows:
 * order numbers and references of bank transfers have many digits and a check digit, too, and are
 * no cards. Maestro's range is what other networks leave, of which issuers use a part.
 */
export function issuedLengths(digits: string): readonly number[] {
  const range = rangeOf(digits);
  if (!range) return [];
  switch (range.type) {
    case 'visa':
      // The one number of 13 digits that is left is for tests.
      return digits.startsWith('4222222222222') ? [13, 16, 19] : [16, 19];
    case 'maestro':
      return /^(?:50|5[6-8]|63|67)/.test(digits) ? [16, 18, 19] : [];
    case 'unionpay':
      return [16, 17, 18, 19];
    case 'jcb':
      return [16, 19];
    default:
      return range.lengths;
  }
}

/**
 * Whether any network has numbers with these first four digits. Each start is looked up once, so
 * that a search through a stranger's text does not compare all ranges at each of its digits.
 */
export function isKnownStart(digits: string): boolean {
  const start = digits.slice(0, 4);
  const known = knownStarts.get(start) ?? candidatesOf(start).length > 0;
  knownStarts.set(start, known);
  return known;
}

/** At most as many as there are numbers of four digits. */
const knownStarts = new Map<string, boolean>();
