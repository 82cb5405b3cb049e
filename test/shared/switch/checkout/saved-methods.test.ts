import { type SavedMethod, savedMethodsIn } from '#switch/checkout/saved-methods.ts';

const now = new Date(2026, 2, 31, 23, 59);
const card = {
  last4_digits: '4242',
  expiry_month: '03',
  expiry_year: '2026',
  card_network: 'Visa',
  nick_name: null,
};
const listed = (changes: object = {}, ofCard: object = {}) => ({
  payment_token: 'token_1',
  payment_method_id: 'pm_1',
  payment_method: 'card',
  payment_method_type: 'credit',
  requires_cvv: true,
  card: { ...card, ...ofCard },
  ...changes,
});
const account = (changes: object = {}) => ({
  ...listed({ payment_method: 'bank_debit', payment_method_type: 'ach', card: null }),
  requires_cvv: false,
  bank: { mask: '6789' },
  ...changes,
});
const offered = [
  {
    id: 'card',
    name: 'Card',
    method: 'card',
    mark: 'anycard',
    fields: [],
    known: [],
    surcharge: 0,
  },
  {
    id: 'bank_debit.ach',
    name: 'Direct debit (ACH)',
    method: 'bank_debit',
    type: 'ach' as const,
    mark: 'anybank',
    fields: [],
    known: [],
    surcharge: 0,
  },
];
const saved = (list: unknown, methods = offered): readonly SavedMethod[] =>
  savedMethodsIn({ customer_payment_methods: list }, methods, now);

describe('the saved payment methods of a page', () => {
  it('a saved card has its network, its digits, its expiry and the name that its customer gave it', () => {
    expect(saved([listed({}, { nick_name: 'Work' })])).toEqual([
      {
        token: 'token_1',
        id: 'pm_1',
        name: 'Visa',
        last4: '4242',
        nickName: 'Work',
        expiry: '03/26',
        isExpired: false,
        needsCode: true,
      },
    ]);
  });

  it('a saved card is valid until the end of its month, and an expired one comes last', () => {
    const past = listed({ payment_token: 'token_2' }, { expiry_month: '02' });
    const short = listed({ payment_token: 'token_3' }, { expiry_month: '12', expiry_year: '25' });
    const tokens = saved([past, short, listed()]).map(({ token, isExpired }) => [token, isExpired]);
    expect(tokens).toEqual([
      ['token_1', false],
      ['token_2', true],
      ['token_3', true],
    ]);
  });

  it('a saved bank account is offered by the name of its debit, where the payment takes that debit', () => {
    expect(saved([account()])).toEqual([
      expect.objectContaining({
        debit: expect.objectContaining({ id: 'pm_1', method: 'bank_debit', type: 'ach' }),
        name: 'Direct debit (ACH)',
        last4: '6789',
        isExpired: false,
        needsCode: false,
      }),
    ]);
    expect(saved([account({ payment_method_type: 'sepa' })])).toEqual([]);
  });

  it('a saved card is not offered for a payment that takes no cards', () => {
    expect(saved([listed(), account()], offered.slice(1)).map(({ debit }) => debit?.type)).toEqual([
      'ach',
    ]);
  });

  it('a saved payment method without a token or digits is left out, and so is an answer that is no list', () => {
    expect(saved([listed({ payment_token: null }), listed({ card: {} }), null, 'x'])).toEqual([]);
    expect(saved({ message: 'No list.' })).toEqual([]);
  });
});
