import fc from 'fast-check';
import { NewCard, readNewCard } from '#vault/cards/new-card.ts';
import { isVaultError, type VaultErrorDetails } from '#vault/vault-error.ts';

const now = new Date('2030-01-31T10:00:00.000Z');
const visa = '4111111111111111';
const aCard = (changes: Readonly<Record<string, unknown>> = {}) => ({
  card_number: visa,
  expiration_month: '08',
  expiration_year: '2031',
  ...changes,
});
const read = (input: unknown, refusePast = false) => readNewCard(input, { now, refusePast });

/** The flaws of an input, by field; undefined when it has none. */
function wrongWith(input: unknown, refusePast = false): VaultErrorDetails | undefined {
  try {
    read(input, refusePast);
    return undefined;
  } catch (error) {
    if (!isVaultError(error, 'validation_error')) throw error;
    return error.details;
  }
}

describe('a new card', () => {
  // Numbers that schemes and processors publish for tests.
  it.each([
    ['4111111111111111', 'visa'],
    ['4222222222222', 'visa'],
    ['5555555555554444', 'mastercard'],
    ['2223003122003222', 'mastercard'],
    ['378282246310005', 'american_express'],
    ['6011111111111117', 'discover'],
    ['30569309025904', 'diners_club'],
    ['3530111333300000', 'jcb'],
    ['6759649826438453', 'maestro'],
    ['6062826786276634', 'hipercard'],
    ['5066991111111118', 'elo'],
    ['2200000000000053', 'mir'],
    ['9792030394440796', 'troy'],
    ['5895626746595650', 'naranja'],
    ['5060990580000217499', 'verve'],
    ['6370950000000005', 'hiper'],
    // The check digit of this one is wrong, which UnionPay allows.
    ['6222021234567890123', 'unionpay'],
    ['1111111111111117', 'unknown'],
  ])('a card number %s has the network %s', (card_number, brand) => {
    const card = read(aCard({ card_number }));
    expect(card.number.toString()).toBe(card_number);
    expect(card.brand).toBe(brand);
    expect(wrongWith(aCard({ card_number, card_type: brand }))).toBeUndefined();
  });

  it('a new card with an unknown member of any name is refused, and the message repeats no card number', () => {
    for (const name of ['toString', 'valueOf', 'hasOwnProperty', 'nickname']) {
      expect(wrongWith(aCard({ [name]: 'x' }))).toEqual({ [name]: ['is not known'] });
    }
    for (const name of [visa, '__proto__', '4111 1111']) {
      const input = JSON.parse(JSON.stringify(aCard()).replace('{', `{"${name}":"x",`));
      expect(wrongWith(input)).toEqual({ unknown_member: ['is not known'] });
    }
  });

  it('a new card loses the blanks and dashes of its number', () => {
    expect(read(aCard({ card_number: ' 4111-1111 1111-1111 ' })).number.toString()).toBe(visa);
  });

  it.each([
    ['too short', '42222222222'],
    ['too long', '41111111111111111111'],
    ['a wrong check digit', '4111111111111112'],
    ['a length that the brand does not have', '511111111111119'],
    ['letters', '4111x11111111111'],
    ['digits of another script', '٤١١١١١١١١١١١١١١١'],
    ['other separators', '4111.1111.1111.1111'],
    ['nothing', ''],
    ['a number instead of text', 4_111_111_111_111_111],
    ['null', null],
  ])('a new card is refused with a number of %s', (_, card_number) => {
    expect(wrongWith(aCard({ card_number }))).toEqual({ card_number: ['is invalid'] });
  });

  it.each([
    ['amex', '378282246310005'],
    ['american-express', '378282246310005'],
    ['american_express', '378282246310005'],
    ['diners', '30569309025904'],
    ['diners-club', '30569309025904'],
  ])('a new card may have the type %s', (card_type, card_number) => {
    expect(wrongWith(aCard({ card_number, card_type }))).toBeUndefined();
  });

  it('a new card with the wrong type is refused', () => {
    const details = { card_type: ['does not match the card number'] };
    expect(wrongWith(aCard({ card_type: 'mastercard' }))).toEqual(details);
    expect(wrongWith(aCard({ card_type: 'unknown' }))).toEqual(details);
    expect(wrongWith(aCard({ card_type: 'toString' }))).toEqual({ card_type: ['is invalid'] });
  });

  it('a new card may have a local brand beside that of its number, by the word of its tenant', () => {
    const chosen = (card_number: string, card_type: string) =>
      read(aCard({ card_number, card_type })).chosenBrand;
    expect(chosen('4988438843884305', 'cartes_bancaires')).toBe('cartes_bancaires');
    expect(chosen('4000002500001001', 'visa')).toBe('visa');
    expect(chosen('4988438843884305', 'visa')).toBeUndefined();
    expect(wrongWith(aCard({ card_number: '378282246310005', card_type: 'dankort' }))).toEqual({
      card_type: ['does not match the card number'],
    });
  });

  it('a new card has a code of three digits, of four at American Express', () => {
    const amex = '378282246310005';
    const invalid = { service_code: ['is invalid'] };
    expect(read(aCard({ service_code: '737' })).cvc?.toString()).toBe('737');
    expect(wrongWith(aCard({ service_code: '7373' }))).toEqual(invalid);
    expect(wrongWith(aCard({ card_number: amex, service_code: '7373' }))).toBeUndefined();
    expect(wrongWith(aCard({ card_number: amex, service_code: '737' }))).toEqual(invalid);
    for (const service_code of ['', '73', '73a', '73737', 737, null]) {
      expect(wrongWith(aCard({ service_code }))).toEqual(invalid);
    }
  });

  it('a new card has the name of a person, which is no number', () => {
    const named = (cardholder_name: unknown) =>
      wrongWith(aCard({ cardholder_name }))?.cardholder_name;
    expect(named('José Ñandú-O’Brien III')).toBeUndefined();
    expect(named('名'.repeat(255))).toBeUndefined();
    expect(named('😀'.repeat(255))).toBeUndefined();
    expect(named('12345678901')).toBeUndefined();
    expect(named('')).toBeDefined();
    expect(named('x'.repeat(256))).toBeDefined();
    expect(named('ANA\nLIMA')).toBeDefined();
    expect(named('123456789012')).toBeDefined();
    expect(named('ANA 4111 1111-1111 1111')).toBeDefined();
    expect(named('١٢٣٤٥٦٧٨٩٠١٢')).toBeDefined();
    expect(named(7)).toBeDefined();
  });

  it('a new card has months and years in all their forms, and they are always returned in one', () => {
    for (let month = 1; month <= 12; month++) {
      const two = String(month).padStart(2, '0');
      for (const expiration_month of new Set([String(month), two])) {
        expect(read(aCard({ expiration_month })).expiryMonth).toBe(two);
      }
    }
    expect(read(aCard({ expiration_year: '30' })).expiryYear).toBe('2030');
    expect(read(aCard({ expiration_year: '2030' })).expiryYear).toBe('2030');
    for (const wrong of ['0', '00', '13', '1.', '', 8, null]) {
      expect(wrongWith(aCard({ expiration_month: wrong }))).toHaveProperty('expiration_month');
    }
    for (const wrong of ['3', '203', '20301', 'abcd', '', 2030, null]) {
      expect(wrongWith(aCard({ expiration_year: wrong }))).toHaveProperty('expiration_year');
    }
  });

  it('a new card may have expired, except in the form', () => {
    const dated = (expiration_month: string, expiration_year: string) =>
      aCard({ expiration_month, expiration_year });
    expect(wrongWith(dated('12', '2019'))).toBeUndefined();
    expect(wrongWith(dated('12', '2029'), true)).toEqual({ expiration_year: ['is in the past'] });
    expect(wrongWith(dated('1', '30'), true)).toBeUndefined();
    const february = new Date('2030-02-01T00:00:00.000Z');
    expect(() => readNewCard(dated('1', '30'), { now: february, refusePast: true })).toThrow();
  });

  it('a new card is answered with all of its mistakes at once, unknown members included', () => {
    expect(wrongWith({ card_number: '1', expiration_year: '3', service_code: 'x' })).toEqual({
      card_number: ['is invalid'],
      expiration_month: ['is missing'],
      expiration_year: ['is invalid'],
      service_code: ['is invalid'],
    });
    expect(wrongWith(aCard({ cvv: '737' }))).toEqual({ cvv: ['is not known'] });
    for (const other of [null, 'card', 7, undefined, true]) {
      expect(wrongWith(other)).toHaveProperty('card');
    }
  });

  it('a new card is refused without repeating its input', () => {
    const any = fc.oneof(fc.string({ maxLength: 30 }), fc.jsonValue());
    const members = fc.record(
      {
        card_number: fc.oneof(any, fc.constantFrom(visa, '4111111111111112')),
        card_type: any,
        cardholder_name: any,
        service_code: any,
        expiration_month: any,
        expiration_year: any,
      },
      { requiredKeys: [] },
    );
    const messages = new Set([
      ...['is invalid', 'is missing', 'is not known', 'is in the past', 'has control characters'],
      ...['does not match the card number', 'looks like a card number'],
      'must have 1 to 255 characters',
    ]);
    fc.assert(
      fc.property(members, fc.boolean(), (input, refusePast) => {
        const details = wrongWith(input, refusePast) ?? {};
        expect(Object.keys(details).filter((field) => !(field in NewCard.entries))).toEqual([]);
        expect(
          Object.values(details)
            .flat()
            .filter((one) => !messages.has(one)),
        ).toEqual([]);
      }),
    );
  });
});
