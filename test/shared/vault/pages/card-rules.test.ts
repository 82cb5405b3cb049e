import { cardRanges } from '#platform/card-numbers/card-ranges.ts';
import {
  brandOf,
  expiryGrouping,
  expiryOf,
  type FormRules,
  flawsOf,
  isNumberComplete,
  numberGrouping,
  reasonsOf,
  withWholeMonth,
} from '#vault/pages/card-rules.ts';
import { caretAfter, digitsOf, grouped } from '#vault/pages/digit-groups.ts';
import { brandOfNumber } from '#vocabulary/card-networks/card-networks.ts';

const today = new Date('2030-01-31T23:59:59.000Z');
const everything: FormRules = {
  only: undefined,
  except: undefined,
  cvc: 'required',
  cardholderName: 'required',
};
const good = { number: '4111111111111111', name: 'ANA LIMA', expiry: '08 / 31', code: '737' };

describe('the errors of a card in the form', () => {
  it('a card form has no error for published test numbers', () => {
    const numbers = [
      ['4111111111111111', 'visa', '737'],
      ['4222222222222', 'visa', '737'],
      ['5555555555554444', 'mastercard', '737'],
      ['2223003122003222', 'mastercard', '737'],
      ['378282246310005', 'american_express', '7373'],
      ['6011111111111117', 'discover', '737'],
      ['30569309025904', 'diners_club', '737'],
      ['3530111333300000', 'jcb', '737'],
      ['6200000000000005', 'unionpay', '737'],
      ['6759649826438453', 'maestro', '737'],
    ] as const;
    for (const [number, type, code] of numbers) {
      expect([number, brandOf(number)?.type]).toEqual([number, type]);
      expect([number, flawsOf({ ...good, number, code }, everything, today)]).toEqual([number, {}]);
      expect(isNumberComplete(number)).toBe(true);
    }
  });

  it.each([
    [{ number: '' }, {}, { card_number: 'is missing' }],
    [{ number: '4111111111111112' }, {}, { card_number: 'is invalid' }],
    [{ number: '41111111' }, {}, { card_number: 'is invalid' }],
    [{ number: '0000000000000000' }, {}, { card_number: 'is invalid' }],
    [{ number: '888888888888' }, {}, { card_number: 'is invalid' }],
    // It may be of Cartes Bancaires too, which its first digits do not show yet.
    [{ number: '4242' }, { except: ['visa'] }, { card_number: 'is invalid' }],
    [{}, { except: ['visa'] }, { card_number: 'is not accepted' }],
    [{}, { only: ['mastercard'] }, { card_number: 'is not accepted' }],
    [
      { number: '3782', code: '7373' },
      { except: ['american_express'] },
      { card_number: 'is not accepted' },
    ],
    [{ number: '' }, { only: ['visa'] }, { card_number: 'is missing' }],
    [{ name: ' ' }, {}, { cardholder_name: 'is missing' }],
    [{ name: '' }, { cardholderName: 'optional' }, {}],
    [
      { name: '4111 1111 1111 1111' },
      { cardholderName: 'optional' },
      { cardholder_name: 'is invalid' },
    ],
    [{ expiry: '' }, {}, { expiration_month: 'is missing', expiration_year: 'is missing' }],
    [{ expiry: '08' }, {}, { expiration_year: 'is invalid' }],
    [{ expiry: '13 / 31' }, {}, { expiration_month: 'is invalid' }],
    [{ expiry: '12 / 29' }, {}, { expiration_year: 'is in the past' }],
    [{ expiry: '12 / 81' }, {}, { expiration_year: 'is in the past' }],
    [{ expiry: '12 / 2081' }, {}, { expiration_year: 'is invalid' }],
    [{ expiry: '12 / 80' }, {}, {}],
    [{ expiry: '01 / 30' }, {}, {}],
    [{ expiry: '01 / 2030' }, {}, {}],
    [{ code: '' }, {}, { service_code: 'is missing' }],
    [{ code: '' }, { cvc: 'optional' }, {}],
    [{ code: '' }, { cvc: 'hidden' }, {}],
    [{ code: '7373' }, {}, { service_code: 'is invalid' }],
    [{ number: '378282246310005' }, {}, { service_code: 'is invalid' }],
  ] as const)(
    'a card form with %j and the wishes %j has the errors %j',
    (changes, wishes, flaws) => {
      const card = { ...good, ...changes };
      expect(flawsOf(card, { ...everything, ...wishes }, today)).toEqual(flaws);
    },
  );

  it("a card form's error is the month once that has ended, as in the vault", () => {
    const february = new Date('2030-02-01T00:00:00.000Z');
    expect(flawsOf({ ...good, expiry: '01 / 30' }, everything, february)).toEqual({
      expiration_month: 'is in the past',
    });
  });
});

it("a card form names each network's brand as the vault does", () => {
  for (const { starts } of cardRanges) {
    const digits = starts.split(' ').map((one) => one.split('-')[0] ?? '');
    const types = digits.map((one) => brandOf(one)?.type ?? 'unknown');
    expect(types).toEqual(digits.map(brandOfNumber));
  }
});

describe('digits in groups', () => {
  it.each([
    ['4111111111111111', '4111 1111 1111 1111'],
    ['378282246310005', '3782 822463 10005'],
    ['30569309025904', '3056 930902 5904'],
    ['6205500000000000004', '6205 5000 0000 0000 004'],
    ['9999999999999999999', '9999 9999 9999 9999 999'],
    ['4111', '4111'],
    ['41111', '4111 1'],
    ['', ''],
  ])('grouping digits writes %s as %s', (digits, text) => {
    expect(grouped(digits, numberGrouping(digits))).toBe(text);
  });

  it.each([
    ['8', '08'],
    ['831', '08 / 31'],
    ['1/31', '01 / 31'],
    ['12', '12'],
    ['1231', '12 / 31'],
    ['12319', '12 / 31'],
    ['08/2031', '08 / 2031'],
    ['8/2031', '08 / 2031'],
  ])('grouping digits makes %s the expiry %s', (typed, text) => {
    const digits = digitsOf(withWholeMonth(typed));
    expect(grouped(digits, expiryGrouping(digits))).toBe(text);
  });

  it('grouping digits reads an expiry as the vault does', () => {
    expect(expiryOf('08 / 31')).toEqual({ month: '08', year: '2031' });
    expect(expiryOf('8/2031')).toEqual({ month: '08', year: '2031' });
    expect(expiryOf('08 / 203')).toBeUndefined();
  });

  it('grouping digits puts the caret behind as many digits as were before it', () => {
    expect(caretAfter(4, '4111 1111')).toBe(4);
    expect(caretAfter(5, '4111 1111')).toBe(6);
    expect(caretAfter(99, '4111 1111')).toBe(9);
    expect(caretAfter(0, '4111 1111')).toBe(0);
  });
});

describe('the reason of an invalid field', () => {
  it.each([
    [{ number: '4242' }, { card_number: 'incompleteNumber', service_code: 'threeDigits' }],
    [{ number: '37828224631000' }, { card_number: 'incompleteNumber', service_code: 'fourDigits' }],
    [{ number: '4242424242424241' }, { service_code: 'threeDigits' }],
    [{ number: '99999999999' }, { card_number: 'incompleteNumber' }],
    [{ number: '999999999999' }, {}],
    [
      { name: '4111-1111-1111 1111' },
      { cardholder_name: 'numberAsName', service_code: 'threeDigits' },
    ],
    [{ expiry: '13 / 31' }, { expiration_month: 'noSuchMonth', service_code: 'threeDigits' }],
  ])('the reason of the flaw in %j is in %j', (changes, reasons) => {
    expect(reasonsOf({ ...good, expiry: '', ...changes })).toEqual(reasons);
  });
});
