import { ownMember } from '#platform/own-member.ts';
import type { Brand } from './brands.ts';
import { localBrands } from './card-networks.ts';

/**
 * Cards with several brands, of which the payer chooses one: Regulation (EU) 2015/751, article 8(6).
 *
 * Networks do not publish the ranges of such cards, so this table has the test cards of processors
 * only. Those of banks are in an operator's table of ranges.
 */

/**
 * By the first 12 digits, or 13 where another test card has the same 12. The brand that has
 * priority without a choice comes first.
 *
 * @see https://docs.stripe.com/testing
 * @see https://docs.adyen.com/development-resources/test-cards-and-credentials/test-card-numbers
 */
const testCards: readonly (readonly [start: string, brands: readonly Brand[]])[] = [
  ['4000002500001', ['cartes_bancaires', 'visa']],
  ['555555250000', ['cartes_bancaires', 'mastercard']],
  ['403550142814', ['cartes_bancaires', 'visa']],
  ['512788099999', ['bancontact', 'mastercard']],
  ['670344444444', ['bancontact', 'maestro']],
  ['487104999999', ['bancontact', 'visa']],
  ['457100000000', ['dankort', 'visa']],
];

/** The brands of a test card with several, by the digits typed so far; empty for any other. */
export const testBrandsOf = (digits: string): readonly Brand[] =>
  testCards.find(([start]) => digits.startsWith(start))?.[1] ?? [];

/** Whether cards exist that have a local brand beside the brand of their number. */
export const canStandOn = (brand: string, ofNumber: string): boolean =>
  localBrands().some((one) => one === brand) &&
  ['visa', 'mastercard', 'maestro'].includes(ofNumber);

const names: Readonly<Record<string, string>> = {
  eftpos_australia: 'eftpos',
  jcb: 'JCB',
  rupay: 'RuPay',
  unionpay: 'UnionPay',
};

/** A brand of the vault as people write it: `Cartes Bancaires`. */
export const brandName = (brand: string): string =>
  ownMember(names, brand) ??
  brand
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
