import { isTestCard } from '#connectors/test-cards.ts';
import { brands } from '#vocabulary/card-networks/brands.ts';
import { brandOfNumber } from '#vocabulary/card-networks/card-networks.ts';
import { brandName, canStandOn, testBrandsOf } from '#vocabulary/card-networks/co-badged.ts';

/** By Stripe's and Adyen's pages of test cards. */
const published = {
  '4000002500001001': ['cartes_bancaires', 'visa'],
  '5555552500001001': ['cartes_bancaires', 'mastercard'],
  '4035501428146300': ['cartes_bancaires', 'visa'],
  '5127880999999990': ['bancontact', 'mastercard'],
  '6703444444444449': ['bancontact', 'maestro'],
  '4871049999999910': ['bancontact', 'visa'],
  '4571000000000001': ['dankort', 'visa'],
};

it.each(Object.entries(published))('the test card %s has the brands %j', (number, brandsOf) => {
  expect(testBrandsOf(number)).toEqual(brandsOf);
  expect(brandsOf).toContain(brandOfNumber(number));
  expect(
    testBrandsOf(number).every(
      (one) => canStandOn(one, brandOfNumber(number)) || one === brandOfNumber(number),
    ),
  ).toBe(true);
  expect(isTestCard(number)).toBe(true);
});

it('the table has no brands of test cards with one brand, and none of cards of banks', () => {
  const others = ['4000002500000003', '4242424242424242', '5555555555554444', '4035501000000008'];
  expect(others.flatMap(testBrandsOf)).toEqual([]);
  // An issuer's range alone decides nothing: the table has whole test cards only.
  expect(Object.keys(published).flatMap((number) => testBrandsOf(number.slice(0, 8)))).toEqual([]);
});

it('each brand has a name as people write it', () => {
  expect(brands.map(brandName)).toEqual([
    ...['Visa', 'Mastercard', 'American Express', 'Discover', 'Diners Club', 'JCB', 'UnionPay'],
    ...['Maestro', 'Elo', 'Mir', 'Hiper', 'Hipercard', 'Verve', 'Troy', 'Naranja', 'RuPay'],
    ...['Cartes Bancaires', 'Bancontact', 'Dankort', 'eftpos', 'Unknown'],
  ]);
});
