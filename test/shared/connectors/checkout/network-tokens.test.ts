import { checkoutConnector } from '#connectors/checkout/connector.ts';
import type { Authorization, PaymentSource } from '#connectors/interface/payments.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt, bodyOf } from '../../../support/processors/an-exchange.ts';

// checkout/checkout-sdk-java src/main/java/com/checkout/payments/request/source/
// RequestNetworkTokenSource.java and src/main/java/com/checkout/payments/NetworkTokenType.java.
const { authorize } = checkoutConnector();
const account = anAccountAt('checkout');

const data = {
  // A published test card's number stands for a token of the same form.
  network_token: '4111111111111111',
  token_exp_month: '03',
  token_exp_year: '30',
  token_cryptogram: 'AgAAAAAABk4DWZ4C28yUQAAAAAA=',
  eci: '05',
  card_network: 'Visa',
};
const sourceOf = (changes: object): PaymentSource => ({
  kind: 'payment_method',
  method: 'network_token',
  type: 'network_token',
  data: { ...data, ...changes },
});
const sent = (changes: object = {}, more: Partial<Authorization> = {}) =>
  bodyOf(authorize.request(aCharge('checkout', { source: sourceOf(changes), ...more }), account));

it('a network token is charged at Checkout.com by the token service of its network', () => {
  const body = sent();
  expect(body.source).toMatchObject({
    type: 'network_token',
    token: '4111111111111111',
    token_type: 'vts',
    expiry_month: 3,
    expiry_year: 2030,
    cryptogram: data.token_cryptogram,
    eci: '05',
  });
  expect(body['3ds']).toMatchObject({ enabled: false });
  expect(sent({ card_network: 'Mastercard' }).source.token_type).toBe('mdes');
});

it('a network token of a later charge is stored already, and names the first payment', () => {
  const body = sent({ token_cryptogram: '' }, { networkTransactionId: 'net_1' });
  expect(body).toMatchObject({ source: { stored: true }, previous_payment_id: 'net_1' });
  expect(body.source).not.toHaveProperty('cryptogram');
});

it('a network token of another network, or of none, is not sent', () => {
  for (const card_network of ['JCB', undefined]) {
    expect(() => sent({ card_network })).toThrow('Visa and Mastercard');
  }
});
