// Loaded late: few requests contain a card number.
import { type NumberRange, rangeOf } from '#platform/card-numbers/number-ranges.ts';
import { ownMember } from '#platform/own-member.ts';
import type { CardNetwork } from '../payment-methods.ts';
import type { Brand } from './brands.ts';

/**
 * The card network of a number by its first digits, for payments, payment methods, payouts,
 * routing, the vault and its pages.
 */

/** The names of a network in the vault and in the API. */
interface Names {
  readonly brand: Exclude<Brand, 'unknown'>;
  /** `null` for networks without a name in the API. */
  readonly network: CardNetwork | null;
}

/** By the name of the network in `cardRanges`. */
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

/**
 * Brands of one country, which stand on cards of another brand. No range of their own decides them:
 * see co-badged.ts.
 */
const localNames: readonly Names[] = [
  { brand: 'cartes_bancaires', network: 'CartesBancaires' },
  { brand: 'bancontact', network: 'Bancontact' },
  { brand: 'dankort', network: 'Dankort' },
  { brand: 'eftpos_australia', network: 'EftposAustralia' },
];

const allNames = () => [...Object.values(names), ...localNames];

/** A network, and the format of its cards. */
export interface KnownNetwork extends Names, NumberRange {}

/**
 * The network of a number or of its first digits; undefined when no network or several may match.
 */
export function networkOf(digits: string): KnownNetwork | undefined {
  const range = rangeOf(digits);
  const known = range && ownMember(names, range.type);
  return known && { ...known, ...range };
}

/** The API's name of the network; `null` when no range matches, or the API has no name for it. */
export function cardNetworkOf(digits: string): CardNetwork | null {
  return networkOf(digits)?.network ?? null;
}

/** The vault's name of the network. */
export function brandOfNumber(digits: string): Brand {
  return networkOf(digits)?.brand ?? 'unknown';
}

/** The API's name of a vault brand; undefined when it has none. */
export function networkOfBrand(brand: Brand): CardNetwork | undefined {
  return allNames().find((one) => one.brand === brand)?.network ?? undefined;
}

/** The vault's brand of a network of the API; undefined when the vault has none. */
export function brandOfNetwork(network: CardNetwork): Names['brand'] | undefined {
  return allNames().find((one) => one.network === network)?.brand;
}

/** The brand of a local network, which a request that states it has chosen; else undefined. */
export function localBrandOf(network: CardNetwork | null | undefined): Names['brand'] | undefined {
  return localNames.find((one) => one.network === network)?.brand;
}

/** The brands of one country, in the vault's words. */
export function localBrands(): readonly Names['brand'][] {
  return localNames.map(({ brand }) => brand);
}
