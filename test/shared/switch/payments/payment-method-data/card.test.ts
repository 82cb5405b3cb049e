import fc from 'fast-check';
import * as v from 'valibot';
import {
  CardData,
  CardNumber,
  checkCard,
  describeCard,
} from '#switch/payments/payment-method-data/card.ts';
import { PaymentMethodData } from '#switch/payments/payment-method-data/payment-method-data.ts';
import { cardNetworkOf } from '#vocabulary/card-networks/card-networks.ts';
import { refusal } from '../../../../support/requests/refusal.ts';

const now = new Date('2030-06-15T12:00:00Z');
const card = v.parse(CardData, {
  card_number: '4242424242424242',
  card_exp_month: '07',
  card_exp_year: '2031',
  card_cvc: '314',
  card_holder_name: 'Ana Lima',
});

/** Published test numbers, the network of each, and whether we would show the issuer's part. */
const published = [
  ['4111111111111111', 'Visa'],
  ['4242424242424242', 'Visa'],
  ['4000000000000002', 'Visa'],
  ['4222222222222', 'Visa'],
  ['5555555555554444', 'Mastercard'],
  ['5105105105105100', 'Mastercard'],
  ['2223003122003222', 'Mastercard'],
  ['378282246310005', 'AmericanExpress'],
  ['6011111111111117', 'Discover'],
  ['38000000000006', 'DinersClub'],
  ['30569309025904', 'DinersClub'],
  ['3530111333300000', 'JCB'],
  ['6200000000000005', 'UnionPay'],
  ['6759649826438453', 'Maestro'],
] as const;

describe('a card number', () => {
  it.each(published)('a card number %s is accepted with the network %s', (number, network) => {
    expect(v.parse(CardNumber, number)).toBe(number);
    expect(cardNetworkOf(number)).toBe(network);
  });

  it('a card number may be written with blanks', () => {
    expect(v.parse(CardNumber, ' 4242 4242 4242 4242 ')).toBe('4242424242424242');
  });

  it.each([
    ['4242-4242-4242-4242', 'invalid character found in card number'],
    ['4242424', 'invalid card number length'],
    ['', 'invalid card number length'],
    ['42424242424242424242', 'invalid card number length'],
    ['4242424242424241', 'card number invalid'],
  ])('a card number %j is refused: %s', (number, message) => {
    const parsed = v.safeParse(CardNumber, number);
    expect(parsed.issues?.[0].message).toBe(message);
  });

  it.each(['4000100511112003', '6000100611111203', '3000100811111072', '9000100111111111'])(
    'the published test number %s is valid although its check digit is wrong or it has no issuer',
    (number) => {
      expect(v.parse(CardNumber, number)).toBe(number);
    },
  );

  it('a card number of an unknown range has no network', () => {
    expect(cardNetworkOf('9999999999999995')).toBeNull();
    expect(cardNetworkOf('22')).toBeNull();
  });
});

describe('the optional data of a card', () => {
  it.each([
    'card_holder_name',
    'nick_name',
    'card_issuer',
    'card_type',
    'card_issuing_country',
    'card_issuing_country_code',
    'bank_code',
  ] as const)(
    "a card's text field is accepted as %s, but of a card number only its end is kept",
    (member) => {
      const taken = (words: string) => v.parse(CardData, { ...card, [member]: words })[member];
      expect(taken('ANA LIMA 2')).toBe('ANA LIMA 2');
      for (const number of ['4242424242424242', '4242 4242-4242 4242', 'ANA 3782 822463 10005']) {
        expect(taken(number)).toBe(`****${number.slice(-4)}`);
      }
    },
  );

  it.each([
    { card_token: { card_holder_name: '4242424242424242' } },
    { bank_redirect: { bancontact_card: { card_holder_name: '4242424242424242' } } },
    {
      network_token: {
        network_token: '5555555555554444',
        token_exp_month: '12',
        token_exp_year: '2031',
        token_cryptogram: 'x',
        card_holder_name: '4242424242424242',
      },
    },
  ])("a card's text field with a card number is masked wherever a card is named: %#", (data) => {
    const taken = JSON.stringify(v.parse(PaymentMethodData, data));
    expect(taken).toContain('"card_holder_name":"****4242"');
  });
});

describe('an expiry date', () => {
  it.each([
    ['06', '2030'],
    ['6', '30'],
    ['12', '2099'],
    ['01', '2031'],
    ['7', '9999'],
  ])('an expiry %s/%s is accepted in June 2030', (card_exp_month, card_exp_year) => {
    expect(() => checkCard({ ...card, card_exp_month, card_exp_year }, now)).not.toThrow();
  });

  it('an expiry date is valid until the last instant of its month in UTC', () => {
    const june = { ...card, card_exp_month: '06', card_exp_year: '30' };
    expect(() => checkCard(june, new Date('2030-06-30T23:59:59.999Z'))).not.toThrow();
    expect(refusal(() => checkCard(june, new Date('2030-07-01T00:00:00.000Z')))).toEqual([
      400,
      'IR_16',
      'Card Expired',
    ]);
  });

  it('an expiry date in December is valid until New Year', () => {
    const december = { ...card, card_exp_month: '12', card_exp_year: '30' };
    expect(() => checkCard(december, new Date('2030-12-31T23:59:59.999Z'))).not.toThrow();
    expect(refusal(() => checkCard(december, new Date('2031-01-01T00:00:00Z')))).toEqual([
      400,
      'IR_16',
      'Invalid Expiry Year',
    ]);
  });
});

describe('the errors of a card', () => {
  it.each([
    [{ card_cvc: '12' }, 'IR_16', 'Invalid card_cvc length'],
    [{ card_cvc: '12345' }, 'IR_16', 'Invalid card_cvc length'],
    [{ card_cvc: '' }, 'IR_16', 'Invalid card_cvc length'],
    [{ card_cvc: 'abc' }, 'IR_07', 'Invalid value provided: card_cvc'],
    [{ card_cvc: '-12' }, 'IR_07', 'Invalid value provided: card_cvc'],
    [{ card_exp_month: 'July' }, 'IR_07', 'Invalid value provided: card_exp_month'],
    [{ card_exp_month: '' }, 'IR_07', 'Invalid value provided: card_exp_month'],
    [{ card_exp_month: '0' }, 'IR_16', 'Invalid Expiry Month'],
    [{ card_exp_month: '13' }, 'IR_16', 'Invalid Expiry Month'],
    [{ card_exp_year: '3x' }, 'IR_07', 'Invalid value provided: card_exp_year'],
    [{ card_exp_year: '' }, 'IR_07', 'Invalid value provided: card_exp_year'],
    [{ card_exp_year: '2029' }, 'IR_16', 'Invalid Expiry Year'],
    [{ card_exp_year: '29' }, 'IR_16', 'Invalid Expiry Year'],
    [{ card_exp_month: '05', card_exp_year: '2030' }, 'IR_16', 'Card Expired'],
    // The answer names the first mistake in the order code, month, year.
    [{ card_cvc: '1', card_exp_month: '13' }, 'IR_16', 'Invalid card_cvc length'],
    [{ card_exp_month: '13', card_exp_year: '2029' }, 'IR_16', 'Invalid Expiry Month'],
  ])('a card with %j is refused: %s %s', (wrong, code, message) => {
    expect(refusal(() => checkCard({ ...card, ...wrong }, now))).toEqual([400, code, message]);
  });

  it.each(['000', '999', '0000', '9999'])("a card's code %s is accepted", (card_cvc) => {
    expect(() => checkCard({ ...card, card_cvc }, now)).not.toThrow();
  });
});

describe('the description of a card', () => {
  it("a card's description names its first six and last four digits, its expiry and its holder", () => {
    expect(describeCard(card)).toEqual({
      last4: '4242',
      card_type: null,
      card_network: 'Visa',
      card_issuer: null,
      card_issuing_country: null,
      card_isin: '424242',
      card_extended_bin: null,
      card_exp_month: '07',
      card_exp_year: '2031',
      card_holder_name: 'Ana Lima',
      payment_checks: null,
      authentication_data: null,
      auth_code: null,
    });
  });

  it("a card's description names eight digits only when the merchant wants them and enough stay hidden", () => {
    expect(describeCard(card, { extendedBin: true }).card_extended_bin).toBe('42424242');
    const amex = { ...card, card_number: '378282246310005' };
    expect(describeCard(amex, { extendedBin: true }).card_extended_bin).toBeNull();
  });

  it("a card's description uses the merchant's statement of network, type and issuer", () => {
    const said = {
      card_network: 'CartesBancaires',
      card_type: 'debit',
      card_issuer: 'Banca',
    } as const;
    expect(describeCard({ ...card, ...said })).toMatchObject(said);
  });

  it("a card's description never shows the number or the code, however short the number is", () => {
    const digits = (length: number) =>
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length });
    const numbers = fc.integer({ min: 8, max: 19 }).chain(digits);
    fc.assert(
      fc.property(numbers, fc.boolean(), (number, extendedBin) => {
        const card_number = number.join('');
        const withCode = { ...card, card_number, card_cvc: 'secret-code' };
        const described = describeCard(withCode, { extendedBin });
        expect(JSON.stringify(described)).not.toContain('secret-code');
        expect(Object.values(described)).not.toContain(card_number);
        const start = described.card_extended_bin ?? described.card_isin ?? '';
        const shown = start.length + (described.last4?.length ?? 0);
        expect(card_number.length - shown).toBeGreaterThanOrEqual(3);
      }),
    );
  });
});
