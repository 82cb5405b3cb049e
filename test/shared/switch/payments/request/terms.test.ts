import * as v from 'valibot';
import { PaymentRequest, secretFields } from '#switch/payments/request/payment-request.ts';
import { customerOf, requestFieldsOf } from '#switch/payments/request/terms.ts';

const request = (body: object) => v.parse(PaymentRequest, body);
const card = {
  card_number: '4242424242424242',
  card_exp_month: '12',
  card_exp_year: '2039',
  card_cvc: '314',
};

it("the stored request fields of a payment contain the merchant's input, and no payment source", () => {
  const terms = requestFieldsOf(
    request({
      amount: 100,
      description: 'Shoes',
      metadata: { order: 7 },
      payment_method: 'card',
      payment_method_data: { card },
      card_cvc: '314',
      client_secret: 'pay_1_secret_x',
    }),
  );
  expect(terms).toEqual({ description: 'Shoes', metadata: { order: 7 }, payment_method: 'card' });
  for (const field of secretFields) expect(terms).not.toHaveProperty(field);
});

it('a request adds to the earlier terms and clears none', () => {
  const before = requestFieldsOf(
    request({ description: 'Shoes', billing: { address: { city: 'Berlin', zip: '10115' } } }),
  );
  expect(
    requestFieldsOf(request({ description: null, billing: { address: { zip: '10117' } } }), before),
  ).toEqual({ description: 'Shoes', billing: { address: { city: 'Berlin', zip: '10117' } } });
});

it("a card's own type overrides the stated one", () => {
  const of = (card_type: string, payment_method_type?: string) =>
    requestFieldsOf(
      request({ payment_method_type, payment_method_data: { card: { ...card, card_type } } }),
    ).payment_method_type;
  expect(of('DEBIT', 'credit')).toBe('debit');
  expect(of('credit')).toBe('credit');
  expect(of('charge card', 'credit')).toBe('credit');
});

it('the customer is read from either place of a request', () => {
  expect(customerOf(request({ customer_id: 'c_1', customer: { email: 'a@b.example' } }))).toEqual({
    id: 'c_1',
    email: 'a@b.example',
  });
  expect(customerOf(request({}))).toBeUndefined();
  expect(customerOf(request({ name: 'New' }), { id: 'c_1', name: 'Old' })).toEqual({
    id: 'c_1',
    name: 'New',
  });
});
