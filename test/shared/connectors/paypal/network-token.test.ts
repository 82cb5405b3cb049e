// https://github.com/paypal/paypal-rest-api-specifications openapi/checkout_orders_v2.json
// (network_token_request, card_stored_credential)
import { connectorSupport } from '#connectors/abouts.ts';
import { paypalConnector } from '#connectors/paypal/connector.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt, answer, bodyOf, settled } from '../../../support/processors/an-exchange.ts';

const { authorize } = paypalConnector();
const account = { ...anAccountAt('paypal'), accessToken: 'A21AA' };
const data = {
  network_token: '4111111111111111',
  token_exp_month: '3',
  token_exp_year: '30',
  token_cryptogram: 'AgAAAAAABk4DWZ4C28yUQAAAAAA=',
};
const source = { kind: 'payment_method', method: 'network_token', type: 'network_token' } as const;
const charge = (changes: object = {}) =>
  aCharge('paypal', {
    source: { ...source, data: { ...data, ...changes } },
    order: {
      initiator: { by: 'customer' },
      billing: { address: { first_name: 'Ada', last_name: 'Lovelace', country: 'GB' } },
    },
  });

it('PayPal charges a card by the network’s token with its proof, and gets no number of the card', () => {
  const { payment_source: sent } = bodyOf(authorize.request(charge(), account));
  expect(sent).toEqual({
    card: {
      network_token: {
        number: '4111111111111111',
        expiry: '2030-03',
        cryptogram: 'AgAAAAAABk4DWZ4C28yUQAAAAAA=',
      },
      name: 'Ada Lovelace',
      billing_address: { country_code: 'GB' },
    },
  });
  const amount = { currency_code: 'EUR', value: '65.40' };
  const captures = [{ id: 'C1', status: 'COMPLETED', amount }];
  const order = { id: '5O19', status: 'COMPLETED', purchase_units: [{ payments: { captures } }] };
  expect(settled(authorize.outcome(answer(order, 201), charge(), account))).toMatchObject({
    result: 'captured',
    capturedMinor: 6540,
  });
});

it('a network token without its proof is not sent, and no error repeats its number', () => {
  expect(() => authorize.request(charge({ token_cryptogram: '' }), account)).toThrow(
    new Error('The network token has no cryptogram.'),
  );
});

it('PayPal is asked for payments by network token, and is passed over where one is to be stored', () => {
  const asked = { ...source, shape: '', amountMinor: 100, currency: 'EUR' } as const;
  expect(connectorSupport('paypal', asked)).toHaveProperty('ability');
  expect(connectorSupport('paypal', { ...asked, mandate: true })).toMatchObject({
    obstacle: 'mandate',
  });
});
