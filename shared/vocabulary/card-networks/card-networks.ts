import creditCardType from 'credit-card-type';
import type { CardNetwork } from '../payment-methods.ts';
import type { Brand } from './brands.ts';

/**
 * The card network of a number by its first digits (ISO/IEC 7812). This is the only such table:
 * payments, payment methods, payouts, routing, the vault and its pages all use it. The ranges are
 * those of the library `credit-card-type`, which no other file may import.
 */

/** The names of a network in the vault and in the API. */
interface Names {
  readonly brand: Exclude<Brand, 'unknown'>;
  /** `null` for networks without a name in the API. */
  readonly network: CardNetwork | null;
}

/** By the library's name of the network. */
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

/** A network, and the format of its cards. */
export interface KnownNetwork extends Names {
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
 * The network of a number or of its first digits; undefined when no network or several may match.
 */
export function networkOf(digits: string): KnownNetwork | undefined {
  const candidates = digits === '' ? [] : creditCardType(digits);
  const [card] = candidates;
  const known = card && names[card.type];
  if (!known || candidates.length > 1) return undefined;
  const { niceType: name, gaps, lengths, code } = card;
  return { ...known, name, gaps, lengths, cvcDigits: code.size };
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

/** The API's name of the network; `null` when no range matches, or the API has no name for it. */
export const cardNetworkOf = (digits: string): CardNetwork | null =>
  networkOf(digits)?.network ?? null;

/** The vault's name of the network. */
export const brandOfNumber = (digits: string): Brand => networkOf(digits)?.brand ?? 'unknown';

/** The API's name of a vault brand; undefined when it has none. */
export const networkOfBrand = (brand: Brand): CardNetwork | undefined =>
  Object.values(names).find((one) => one.brand === brand)?.network ?? undefined;
