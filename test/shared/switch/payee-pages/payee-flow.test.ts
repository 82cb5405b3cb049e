import type { PayeeData, PayeeMethod } from '#switch/payee-pages/payee-data.ts';
import { payeeFlaw, payeeRequest, sendChoice } from '#switch/payee-pages/payee-flow.ts';
import type { TypedField } from '#switch/typed-fields/typed-field.ts';

const texts: PayeeData['texts'] = {
  methods: 'methods',
  confirm: 'confirm',
  sending: 'sending',
  invalid: 'invalid',
  invalidNumber: 'invalidNumber',
  invalidExpiry: 'invalidExpiry',
  past: 'past',
  notThisWay: 'notThisWay',
  notNow: 'notNow',
  noMethod: 'noMethod',
};

const flaws: PayeeData['flaws'] = {
  missing: 'missing',
  name: 'name',
  ibanCountry: 'ibanCountry',
  ibanLength: 'ibanLength',
  digits: 'digits',
  typo: 'typo',
  email: 'email',
  phone: 'phone',
  taxNumber: 'taxNumber',
};

const field = (kind: TypedField['kind'], more: Partial<TypedField> = {}): TypedField => ({
  kind,
  path: ['data', 'value'],
  label: 'Label',
  autocomplete: 'off',
  ...more,
});

const method = (...fields: readonly TypedField[]): PayeeMethod => ({
  id: 'one',
  name: 'One',
  fields,
  body: { data: { kind: 'fixed' } },
});

const today = new Date('2026-05-31T23:59:59Z');

describe("a field of a payee's page", () => {
  it.each([
    ['card number', '4000 0566 5566 5556', undefined],
    ['card number', '٤٠٠٠ ٠٥٦٦ ٥٥٦٦ ٥٥٥٦', undefined],
    ['card number', '4000056655665557', 'invalidNumber'],
    ['card number', '40000566', 'invalidNumber'],
    ['expiry', '05 / 26', undefined],
    ['expiry', '0526', undefined],
    ['expiry', '０５／２６', undefined],
    ['expiry', '05/2026', undefined],
    ['expiry', '04/26', 'past'],
    ['expiry', '13/30', 'invalidExpiry'],
    ['expiry', 'May', 'invalidExpiry'],
    ['iban', 'NL91 ABNA 0417 1643 00', undefined],
    ['iban', 'NL92 ABNA 0417 1643 00', 'typo'],
    ['email', 'joseph', 'email'],
    ['sort code', '20-00-0', 'digits'],
    ['cardholder name', 'Joseph Doe', undefined],
    ['cardholder name', '4000 0566 5566 5556', 'name'],
    ['text', 'any', undefined],
    ['text', '  ', 'missing'],
  ] as const)('a field of a payee for a %s with "%s" has the flaw %s', (kind, value, flaw) => {
    expect(payeeFlaw(field(kind), value, { texts, flaws, locale: 'en' }, today)).toBe(flaw);
  });
});

describe("the request of a payee's page", () => {
  it('the request of a page has typed values at their paths, beside the members that no field fills in', () => {
    const card = method(
      field('card number', { path: ['data', 'card', 'number'] }),
      field('expiry', { path: ['data', 'card', 'month'], yearPath: ['data', 'card', 'year'] }),
      field('cardholder name', { path: ['data', 'card', 'name'], isOptional: true }),
    );
    expect(payeeRequest(card, ['4000 0566 5566 5556', '10 / 35', ' '])).toEqual({
      data: { kind: 'fixed', card: { number: '4000056655665556', month: '10', year: '2035' } },
    });
    expect(card.body).toEqual({ data: { kind: 'fixed' } });
  });

  it('the request of a page has no separators of numbers', () => {
    const all = method(
      field('iban', { path: ['iban'] }),
      field('phone', { path: ['phone'] }),
      field('sort code', { path: ['digits'] }),
      field('text', { path: ['text'] }),
    );
    const typed = ['nl91 abna 0417 1643 00', '+1 (805) 659-4427', '20-00-00', ' a-b '];
    expect(payeeRequest(all, typed)).toMatchObject({
      iban: 'NL91ABNA0417164300',
      phone: '+18056594427',
      digits: '200000',
      text: 'a-b',
    });
  });

  const data: PayeeData = {
    key: 'pk',
    secret: 'secret',
    path: 'confirm',
    methods: [],
    layout: 'tabs',
    locale: 'en',
    header: 'header',
    texts,
    flaws,
  };
  const refused = (code: string) => async () => ({ status: 400, body: { error: { code } } });
  const reload = { kind: 'reload' };

  it.each([
    ['an accepted request', async () => ({ status: 200, body: {} }), reload],
    ['an error of the switch', async () => ({ status: 500, body: {} }), reload],
    ['no answer', () => Promise.reject(new Error('offline')), reload],
    ['a payout that has moved on', refused('IR_16'), reload],
    ['an expired secret', refused('IR_08'), reload],
    ['a destination that the merchant has stated', refused('IR_18'), reload],
    ['malformed data', refused('IR_06'), { kind: 'problem', text: 'invalid' }],
    ['no account for the method', refused('IR_39'), { kind: 'problem', text: 'notThisWay' }],
    ['another refusal', refused('HE_99'), { kind: 'problem', text: 'notNow' }],
    [
      'a refusal without a code',
      async () => ({ status: 400, body: null }),
      { kind: 'problem', text: 'notNow' },
    ],
  ])('the page of a payee goes on after %s as its table states', async (_, post, next) => {
    expect(await sendChoice(data, method(), [], { post })).toEqual(next);
  });
});
