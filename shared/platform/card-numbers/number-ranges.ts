// Loaded late: few texts contain as many digits as a card number.
import creditCardType from 'credit-card-type';

/**
 * The networks of card numbers by their first digits (ISO/IEC 7812). This is the only such table.
 * The ranges are those of the library `credit-card-type`, which no other file may import.
 */

type Patterns = ReturnType<typeof creditCardType.getTypeInfo>['patterns'];
const patternsOf = (type: string): Patterns => creditCardType.getTypeInfo(type).patterns;

// Missing in the library. RuPay lies within ranges of Discover and Maestro, so it comes first.
creditCardType.addCard({
  niceType: 'RuPay',
  type: 'rupay',
  patterns: [
    [508500, 508999],
    [606985, 607984],
    [608001, 608500],
    [652150, 653149],
    [817200, 820199],
  ],
  gaps: [4, 8, 12],
  lengths: [16],
  code: { name: 'CVV', size: 3 },
});
creditCardType.changeOrder('rupay', 0);
creditCardType.updateCard('diners-club', { patterns: [...patternsOf('diners-club'), 3095] });
// All numbers from 62 on are UnionPay's, also those that the library gives to Maestro.
creditCardType.updateCard('unionpay', { patterns: [...patternsOf('unionpay'), 62] });
// Visa issues no 13-digit numbers any more, but its published test numbers have some.
creditCardType.updateCard('visa', {
  lengths: [13, ...creditCardType.getTypeInfo('visa').lengths],
});

/** A range of numbers that one network issues, and the format of their cards. */
export interface NumberRange {
  /** The library's name of the network: `american-express`. */
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

/**
 * The range of a number or of its first digits; undefined when no network or several may match.
 */
export function rangeOf(digits: string): NumberRange | undefined {
  const [card, ...others] = digits === '' ? [] : creditCardType(digits);
  if (!card || others.length > 0) return undefined;
  const { type, niceType: name, gaps, lengths, code } = card;
  return { type, name, gaps, lengths, cvcDigits: code.size };
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
 * that a search through a stranger's text does not ask the library at each of its digits.
 */
export function isKnownStart(digits: string): boolean {
  const start = digits.slice(0, 4);
  const known = knownStarts.get(start) ?? creditCardType(start).length > 0;
  knownStarts.set(start, known);
  return known;
}

/** At most as many as there are numbers of four digits. */
const knownStarts = new Map<string, boolean>();
