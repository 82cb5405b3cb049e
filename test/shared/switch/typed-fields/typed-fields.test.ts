import * as v from 'valibot';
import { Email } from '#platform/schema.ts';
import { isAsked } from '#switch/typed-fields/asked-fields.ts';
import { flawOf, flawText } from '#switch/typed-fields/field-flaw.ts';
import { sentValue, shownField } from '#switch/typed-fields/field-text.ts';
import { flawTexts } from '#switch/typed-fields/flaw-texts.ts';
import type { FieldKind, TypedField } from '#switch/typed-fields/typed-field.ts';
import { typedRequest } from '#switch/typed-fields/typed-request.ts';
import { textsFor } from '#vocabulary/page-texts/texts-for.ts';

const field = (kind: FieldKind, more: Partial<TypedField> = {}): TypedField => ({
  kind,
  path: [kind],
  label: 'Label',
  autocomplete: 'off',
  ...more,
});

describe('a typed field', () => {
  it.each([
    ['iban', 'DE00 1234', 'An IBAN of Germany has 22 characters.'],
    ['iban', 'DE90 3704 0044 0532 0130 00', /typing error/],
    ['iban', '12', /two letters/],
    ['iban', 'de89 3704 0044 0532 0130 00', undefined],
    ['email', 'anna', /name@example\.com/],
    ['email', 'anna@example', /name@example\.com/],
    ['email', 'anna@example.com', undefined],
    ['sort code', '10-80-0', 'Please enter 6 digits.'],
    ['sort code', '10-80-00', undefined],
    ['bsb', '000-00', 'Please enter 6 digits.'],
    ['blik code', '12345', 'Please enter 6 digits.'],
    ['blik code', '١٢٣ ٤٥٦', undefined],
    ['routing number', '11000000', 'Please enter 9 digits.'],
    ['routing number', '110000001', /typing error/],
    ['routing number', '110000000', undefined],
    ['bacs account', '1234567', 'Please enter 8 digits.'],
    ['ach account', '123', 'Please enter 4–17 digits.'],
    ['becs account', '000123456', undefined],
    ['tax number', '123', /11 digits/],
    ['tax number', '111.444.777-34', /typing error/],
    ['tax number', '111.444.777-35', undefined],
    ['tax number', '12.abc.345/01de-35', undefined],
    ['name', '12', 'Please check the name.'],
    ['name', 'Zoë', undefined],
    ['phone', '12', /phone number/],
    ['phone', '+49 (30) 901820', undefined],
    ['text', ' ', 'Please fill this in.'],
    ['country', '', 'Please fill this in.'],
  ] as const)('a field for a %s with "%s" shows %s', (kind, value, expected) => {
    const flaw = flawOf(field(kind), value);
    const text = flaw && flawText(flaw, flawTexts(textsFor('en')), 'en');
    if (expected === undefined) expect(text).toBeUndefined();
    else expect(text).toMatch(expected);
  });

  it.each([
    'anna@example.com',
    'anna.b+c@mail.example.co.uk',
    'anna',
    'anna@example',
    'anna@-example.com',
    'anna@example..com',
    'ann a@example.com',
    'anna@example.c0m-',
    'ann@a@example.com',
    'jö@example.com',
    '"a"@example.com',
  ])('a field for %s as an e-mail address agrees with the API', (address) => {
    expect(flawOf(field('email'), address) === undefined).toBe(v.is(Email, address));
  });

  it('an optional field may be empty', () => {
    expect(flawOf(field('iban', { isOptional: true }), ' ')).toBeUndefined();
  });
});

/** Types characters one after the other at the end of a field. */
const typed = (kind: FieldKind, characters: string) =>
  [...characters].reduce((text, one) => {
    const next = `${text}${one}`;
    return shownField(kind, { text: next, caret: next.length }).text;
  }, '');

describe('the text of a field while it is typed', () => {
  it.each([
    ['iban', 'de89370400440532013000', 'DE89 3704 0044 0532 0130 00'],
    ['iban', 'ＤＥ８９'.normalize('NFKC'), 'DE89'],
    ['sort code', '108800', '10-88-00'],
    ['bsb', '062000', '062-000'],
    ['blik code', '123456', '123 456'],
    ['ach account', '000-123 456', '000123456'],
    ['tax number', '١١١', '111'],
    ['name', 'Anna ۱', 'Anna ۱'],
  ] as const)('a field for a %s shows "%s" as "%s"', (kind, characters, shown) => {
    expect(typed(kind, characters)).toBe(shown);
  });

  it('a character typed into the middle of an IBAN leaves the caret behind it', () => {
    expect(shownField('iban', { text: 'DE859 3704', caret: 4 })).toEqual({
      text: 'DE85 9370 4',
      caret: 4,
    });
    expect(shownField('iban', { text: 'DE89 x3704', caret: 6 })).toEqual({
      text: 'DE89 X370 4',
      caret: 6,
    });
  });

  it('a number with too many digits keeps them, so that the payer can see the error', () => {
    expect(typed('sort code', '1088001')).toBe('10-88-001');
    expect(flawOf(field('sort code'), '10-88-001')).toMatchObject({ word: 'digits' });
  });
});

describe('the request of typed fields', () => {
  const address = [
    field('name', { path: ['a', 'first'], lastNamePath: ['a', 'last'] }),
    field('postal code'),
    field('state'),
    field('country', { options: ['DE', 'HK', 'US'] }),
  ];

  it.each([
    ['Anna Maria Weber', { first: 'Anna Maria', last: 'Weber' }],
    ['Anna', { first: 'Anna' }],
  ])('the whole name %s is sent as %j', (name, a) => {
    expect(typedRequest({}, address, [name, '10115', 'ignored', 'DE'])).toEqual({
      a,
      'postal code': '10115',
      country: 'DE',
    });
  });

  it.each([
    ['US', true, true],
    ['DE', false, true],
    ['HK', false, false],
    ['', false, true],
  ])('an address in %s asks for a state: %s, and for a postal code: %s', (country, state, zip) => {
    const values = ['', '', '', country];
    const [, code, region] = address;
    expect(region && isAsked(region, address, values)).toBe(state);
    expect(code && isAsked(code, address, values)).toBe(zip);
  });

  it('an address without a field for its country asks for all parts', () => {
    expect(isAsked(field('state'), [field('state')], [''])).toBe(true);
  });

  it.each([
    ['iban', 'de89 3704', 'DE893704'],
    ['sort code', '10-88-00', '108800'],
    ['tax number', '111.444.777-35', '11144477735'],
    ['phone', '+49 (30) 90', '+493090'],
    ['text', ' a-b ', 'a-b'],
  ] as const)('a %s is sent without separators', (kind, value, sent) => {
    expect(sentValue(kind, value)).toBe(sent);
  });
});
