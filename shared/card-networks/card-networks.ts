import creditCardType from 'credit-card-type';
import type { CardNetwork } from '../vocabulary/payment-methods.ts';
import type { Brand } from './brands.ts';

/**
 * Which network a card is of, by the first digits of its number (ISO/IEC 7812): one table for payments,
 * payment methods, payouts, routing, the vault and its pages. The ranges are those of the library
 * `credit-card-type`; no other file imports it, so that no second table grows beside this one.
 */

/** What the vault, the API and people call a network. */
interface Names {
  readonly brand: Exclude<Brand, 'unknown'>;
  /** `null` for networks that the API has no word for. */
  readonly network: CardNetwork | null;
}

/** By the library's name. */
const names: Readonly<Record<string, Names>> = {
  visa: { brand: 'visa', network: 'Visa' },
  mastercard: { brand: 'mastercard', network: 'Mastercard' },
  'american-express': { brand: 'american_express', network: 'AmericanExpress' },
  discover: { brand: 'discover', network: 'Discover' },
  'diners-club': { brand: 'diners_club', network: 'DinersClub' },
  jcb: { brand: 'jcb', network: 'JCB' },
  unionpay: { brand: 'unionpay', network: 'UnionPay' },
  maestro: { brand: 'maestro', network: 'Maestro' },
  rupay: { brand: 'rupay', network: 'RuPay' },
  elo: { brand: 'elo', network: null },
  mir: { brand: 'mir', network: null },
  hiper: { brand: 'hiper', network: null },
  hipercard: { brand: 'hipercard', network: null },
  verve: { brand: 'verve', network: null },
  troy: { brand: 'troy', network: null },
  naranja: { brand: 'naranja', network: null },
};

type Patterns = ReturnType<typeof creditCardType.getTypeInfo>['patterns'];
const patternsOf = (type: string): Patterns => creditCardType.getTypeInfo(type).patterns;

// What the library does not know. RuPay lies within ranges of Discover and Maestro, so it comes first.
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
// All of 62 is UnionPay's, also what the library would take for Maestro.
creditCardType.updateCard('unionpay', { patterns: [...patternsOf('unionpay'), 62] });
// Visa's 13 digits are no longer issued, and still among its published test numbers.
creditCardType.updateCard('visa', {
  lengths: [13, ...creditCardType.getTypeInfo('visa').lengths],
});

/** A network, and what its cards look like. */
export interface KnownNetwork extends Names {
  /** As people write it: `American Express`. */
  readonly name: string;
  /** After which digits of the number a blank is written. */
  readonly gaps: readonly number[];
  /** How many digits its numbers may have. */
  readonly lengths: readonly number[];
  /** How many digits the code on its cards has. */
  readonly cvcDigits: number;
}

/**
 * The network of a number, of which only the first digits may be known; undefined where none holds it,
 * or several may.
 */
export function networkOf(digits: string): KnownNetwork | undefined {
  const candidates = digits === '' ? [] : creditCardType(digits);
  const [card] = candidates;
  const known = card && names[card.type];
  if (!known || candidates.length > 1) return undefined;
  const { niceType: name, gaps, lengths, code } = card;
  return { ...known, name, gaps, lengths, cvcDigits: code.size };
}

/** The network in the words of the API; `null` where no range holds the number, or the API has no word. */
export const cardNetworkOf = (digits: string): CardNetwork | null =>
  networkOf(digits)?.network ?? null;

/** The network in the words of the vault. */
export const brandOfNumber = (digits: string): Brand => networkOf(digits)?.brand ?? 'unknown';

/** What the API calls a brand of the vault, where it has a word for it. */
export const networkOfBrand = (brand: Brand): CardNetwork | undefined =>
  Object.values(names).find((one) => one.brand === brand)?.network ?? undefined;
