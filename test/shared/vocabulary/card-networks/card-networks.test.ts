import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import creditCardType from 'credit-card-type';
import { cardRanges } from '#platform/card-numbers/card-ranges.ts';
import { rangeOf } from '#platform/card-numbers/number-ranges.ts';
import { describeCard } from '#switch/payments/payment-method-data/card.ts';
import { kindOf } from '#vault/cards/card-brand.ts';
import { brandOf as brandOnPage } from '#vault/pages/card-rules.ts';
import { brands, decidingDigits } from '#vocabulary/card-networks/brands.ts';
import {
  brandOfNetwork,
  brandOfNumber,
  cardNetworkOf,
  localBrands,
  networkOf,
  networkOfBrand,
} from '#vocabulary/card-networks/card-networks.ts';

/** Numbers on both sides of every place where a range begins or ends, and one in every thousand. */
function numbers(): readonly string[] {
  const wide = 10 ** decidingDigits;
  const edges = new Set<number>();
  for (let at = 0; at < wide; at += wide / 1_000) edges.add(at);
  for (const range of cardRanges.flatMap(({ starts }) => starts.split(' '))) {
    const [first = 0, last = first] = range.split('-').map(Number);
    const scale = 10 ** (decidingDigits - String(first).length);
    for (const edge of [first * scale, (last + 1) * scale]) {
      for (const number of [edge - 1, edge]) if (number < wide) edges.add(number);
    }
  }
  return [...edges].map((number) => `${String(number).padStart(decidingDigits, '0')}00000000`);
}

/** The first digits of ranges that the library lacks. */
const ownStarts = [
  '508',
  '606',
  '607',
  '608',
  '652',
  '653',
  '817',
  '818',
  '819',
  '820',
  '62',
  '3095',
];

/** Every file of the product, with its text. */
const sources = ['shared', 'functions'].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ path: join(root, name), text: readFileSync(join(root, name), 'utf8') })),
);

describe('the network of a card', () => {
  it('the network of a card is the one that the library knows, at each digit that is typed', () => {
    const typed = new Set(
      numbers().flatMap((number) => Array.from(number, (_, at) => number.slice(0, at + 1))),
    );
    const isOwn = (digits: string) =>
      ownStarts.some((one) => one.startsWith(digits) || digits.startsWith(one));
    const compared = [...typed].filter((digits) => !isOwn(digits));
    expect(compared.length).toBeGreaterThan(10_000);
    const differing = compared.filter((digits) => {
      const [card, ...others] = creditCardType(digits);
      const range = rangeOf(digits);
      if (!card || others.length > 0) return range !== undefined;
      const { type, niceType: name, gaps, lengths, code } = card;
      const all = type === 'visa' ? [13, ...lengths] : lengths;
      return !isDeepStrictEqual(range, { type, name, gaps, lengths: all, cvcDigits: code.size });
    });
    expect(differing).toEqual([]);
  });

  it('the network of a card is the same for payments, for the vault and on its pages, for any first digits', () => {
    const differing = numbers().filter((number) => {
      const card = { card_number: number, card_exp_month: '01', card_exp_year: '2031' };
      const { brand } = kindOf(number);
      return (
        describeCard(card).card_network !== (networkOfBrand(brand) ?? null) ||
        (brandOnPage(number)?.type ?? 'unknown') !== brand ||
        brandOfNumber(number.slice(0, decidingDigits)) !== brand
      );
    });
    expect(numbers().length).toBeGreaterThan(1_500);
    expect(differing).toEqual([]);
  });

  it('the networks of cards are in one table: no file uses the library or maps digits to networks', () => {
    const importing = sources.filter(({ text }) =>
      /from '(credit-card-type|card-validator)'/.test(text),
    );
    expect(importing.map(({ path }) => path)).toEqual([]);
    const ranges = /\b[2-9]\d{1,5}\b['",\s\]|^\\d-]+(Visa|visa|Mastercard|mastercard)\b/;
    const naming = sources.filter(({ text }) => text.split('\n').some((line) => ranges.test(line)));
    expect(naming.map(({ path }) => path)).toEqual([]);
  });

  it.each([
    ['5085000000000000', 'RuPay', 'rupay'],
    ['6521500000000000', 'RuPay', 'rupay'],
    ['6531490000000000', 'RuPay', 'rupay'],
    ['6531500000000000', 'Discover', 'discover'],
    ['8172000000000000', 'RuPay', 'rupay'],
    ['8171000000000000', 'UnionPay', 'unionpay'],
    ['6290000000000000', 'UnionPay', 'unionpay'],
    ['3095000000000000', 'DinersClub', 'diners_club'],
    ['5600000000000000', 'Maestro', 'maestro'],
    ['2720990000000000', 'Mastercard', 'mastercard'],
    ['2721000000000000', null, 'unknown'],
    // The API has no word for these.
    ['4011780000000000', null, 'elo'],
    ['2200000000000000', null, 'mir'],
  ])(
    'the network of a card of %s is %s for payments and %s in the vault',
    (number, network, brand) => {
      expect([cardNetworkOf(number), kindOf(number).brand]).toEqual([network, brand]);
    },
  );

  it('the network of a card gives the number of digits of its number and its code', () => {
    const looks = ['4', '34', '508500'].map((first) => {
      const { lengths, cvcDigits } = networkOf(`${first}${'0'.repeat(14)}`) ?? {};
      return { lengths, cvcDigits };
    });
    expect(looks).toEqual([
      { lengths: [13, 16, 18, 19], cvcDigits: 3 },
      { lengths: [15], cvcDigits: 4 },
      { lengths: [16], cvcDigits: 3 },
    ]);
  });

  it('the network of a card is unknown while several are possible', () => {
    expect(['', '6', '50', '65'].map(networkOf)).toEqual(Array(4).fill(undefined));
    expect(['4', '4242', '6011'].map((digits) => networkOf(digits)?.name)).toEqual([
      undefined,
      'Visa',
      'Discover',
    ]);
  });

  it('the network of a card has corresponding names in the API and in the vault', () => {
    for (const brand of brands) {
      const network = networkOfBrand(brand);
      if (!network) continue;
      expect(brandOfNetwork(network)).toBe(brand);
      const number = numbers().find((one) => brandOfNumber(one) === brand);
      const isLocal = localBrands().some((one) => one === brand);
      expect(cardNetworkOf(number ?? '')).toBe(isLocal ? null : network);
    }
    expect([networkOfBrand('elo'), networkOfBrand('unknown')]).toEqual([undefined, undefined]);
  });
});
