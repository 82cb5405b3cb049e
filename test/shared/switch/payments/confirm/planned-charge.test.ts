import { amountToCharge, chargeOf } from '#switch/payments/confirm/planned-charge.ts';
import type { StoredCredential } from '#switch/payments/payment-source/stored-credential.ts';
import type { PaymentRequest } from '#switch/payments/request/payment-request.ts';
import { aConfiguration } from '../../../../support/entities/a-configuration.ts';
import { aPayment, noon } from '../../../../support/entities/a-payment.ts';

const card = {
  card_number: '4242424242424242',
  card_exp_month: '12',
  card_exp_year: '2030',
  card_cvc: '123',
};
const typed: PaymentRequest = { payment_method: 'card', payment_method_data: { card } };

const charge = (
  whole: PaymentRequest,
  credential: StoredCredential = {},
  configuration = aConfiguration(),
) =>
  chargeOf({
    payment: aPayment({ requestFields: { description: 'A lamp', off_session: false } }),
    configuration,
    whole,
    credential,
    now: noon,
  });

describe('the charge of a confirm', () => {
  it('a typed card is charged and shown without its number and its cvc', () => {
    const { method, paymentMethodData, requestFields } = charge(typed);
    expect(method).toBe('card');
    expect(paymentMethodData?.card).toMatchObject({ last4: '4242', card_exp_year: '2030' });
    expect(JSON.stringify([paymentMethodData, requestFields])).not.toContain('42424242');
  });

  it('fields of the request replace stored fields, and other stored fields stay', () => {
    const { requestFields } = charge({ ...typed, off_session: true });
    expect(requestFields).toMatchObject({ description: 'A lamp', off_session: true });
  });

  it('a processor token is charged as a card unless the request states another method', () => {
    const token = { connectorMandates: [{ accountId: 'mca_1', connectorMandateId: 'tok_1' }] };
    expect(charge({}, token).method).toBe('card');
    expect(charge({ payment_method: 'wallet' }, token).method).toBe('wallet');
  });

  it.each<[string, PaymentRequest, string]>([
    ['payment method data', { payment_method: 'card' }, 'payment_method_data'],
    ['a payment method', { payment_method_data: { card } }, 'payment_method'],
  ])('a request without %s is refused', (_, whole, field) => {
    expect(() => charge(whole)).toThrow(
      expect.objectContaining({ kind: 'missing_param', details: { field } }),
    );
  });

  it('a profile that always requests extended authorization adds it to manual captures only', () => {
    const settings = { always_request_extended_authorization: true };
    const configuration = aConfiguration({ profile: { settings } });
    const extended = { request_extended_authorization: true };
    const manual = charge({ ...typed, capture_method: 'manual' }, {}, configuration);
    expect(manual.requestFields).toMatchObject(extended);
    expect(charge(typed, {}, configuration).requestFields).not.toMatchObject(extended);
  });
});

it.each<[string, Parameters<typeof amountToCharge>[0], number]>([
  ['the amount alone', {}, 2_599],
  [
    'surcharge and shipping',
    { surcharge_details: { surcharge_amount: 100 }, shipping_cost: 1 },
    2_700,
  ],
  ['nothing for a verification', { payment_type: 'setup_mandate' }, 0],
])('the amount to charge is %s', (_, requestFields, amountMinor) => {
  expect(amountToCharge(requestFields, aPayment())).toBe(amountMinor);
});
