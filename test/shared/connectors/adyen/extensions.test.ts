import { adyenConnector } from '#connectors/adyen/connector.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt, answer, bodyOf, settled } from '../../../support/processors/an-exchange.ts';
import { describedConnector } from '../../../support/processors/described-exchange.ts';
import { adyenFacts } from './facts.ts';

// Adyen/adyen-openapi json/CheckoutService-v68.json (amountUpdates) and json/Webhooks-v1.json
// (AUTHORISATION_ADJUSTMENT); Adyen's page on the adjustment states that the same amount extends.
const { authorize, extend, webhooks } = describedConnector(
  adyenFacts.descriptions,
  adyenConnector(),
);
if (!extend || !webhooks) throw new Error('It can.');
const account = anAccountAt('adyen', {
  credentials: { auth_type: 'BodyKey', api_key: 'AQE', key1: 'Shop' },
});
const payment = aCharge('adyen', { captureMethod: 'manual', incrementalAuthorization: true });
const { source: _, order: __, ...reference } = payment;
const known = {
  ...reference,
  reference: 'pay_1_1.4fGh27Kq',
  connectorTransactionId: 'NC6HT9CRT65ZGN82',
};

it('an extension asks Adyen for the same amount, without a key, so that a repeat extends again', () => {
  const request = extend.request(known, account);
  expect(request.url).toMatch(/\/v68\/payments\/NC6HT9CRT65ZGN82\/amountUpdates$/);
  expect(request.headers).not.toHaveProperty('idempotency-key');
  expect(bodyOf(request)).toEqual({
    merchantAccount: 'Shop',
    amount: { value: 6_540, currency: 'EUR' },
    reference: 'pay_1_1.4fGh27Kq_ext',
  });
});

it('an extension is pending once Adyen has received it, and declined where Adyen refuses it', () => {
  const received = {
    status: 'received',
    pspReference: 'P2',
    paymentPspReference: 'NC6HT9CRT65ZGN82',
    reference: 'pay_1_1.4fGh27Kq_ext',
  };
  expect(extend.outcome(answer(received, 201), known, account)).toMatchObject({
    result: 'pending',
    connectorTransactionId: 'NC6HT9CRT65ZGN82',
  });
  const refused = { status: 422, errorCode: '167', message: 'Original pspReference required' };
  expect(extend.outcome(answer(refused, 422), known, account)).toMatchObject({
    result: 'declined',
    code: '167',
  });
  expect(() => extend.outcome(answer({ status: 'perhaps' }, 201), known, account)).toThrow();
});

describe('an adjustment in a webhook', () => {
  const said = (merchantReference: string, success = 'true') => {
    const item = {
      eventCode: 'AUTHORISATION_ADJUSTMENT',
      success,
      pspReference: 'P2',
      originalReference: 'NC6HT9CRT65ZGN82',
      merchantReference,
      amount: { value: 6_540, currency: 'EUR' },
    };
    const body = { notificationItems: [{ NotificationRequestItem: item }] };
    return webhooks.parse({ headers: {}, body: JSON.stringify(body) });
  };

  it('an adjustment with the reference of an extension extends, and its failure changes nothing', () => {
    expect(said('pay_1_1.4fGh27Kq_ext')).toMatchObject([
      {
        kind: 'payment',
        subject: { connectorId: 'NC6HT9CRT65ZGN82' },
        outcome: { result: 'authorized', extended: true, amountMinor: 6_540 },
      },
    ]);
    expect(said('pay_1_1.4fGh27Kq_ext', 'false')).toEqual([{ kind: 'nothing' }]);
  });

  it('an adjustment with the reference of the payment is an increment', () => {
    const [raised] = said('pay_1_1.4fGh27Kq');
    expect(raised).toMatchObject({ subject: { reference: 'pay_1_1.4fGh27Kq' } });
    expect(raised).not.toMatchObject({ outcome: { extended: true } });
    expect(said('pay_1_1.4fGh27Kq', 'false')).toMatchObject([{ failed: { change: 'increment' } }]);
  });
});

it('an authorization that asked for increments allows them, also while its customer is challenged', () => {
  const reading = (body: object, changes = {}) =>
    settled(authorize.outcome(answer(body), { ...payment, ...changes }, account));
  const action = { type: 'redirect', method: 'GET', url: 'https://acs.example/' };
  expect(reading({ resultCode: 'Authorised' })).toMatchObject({ incrementAllowed: true });
  expect(reading({ resultCode: 'RedirectShopper', action })).toMatchObject({
    result: 'challenged',
    incrementAllowed: true,
  });
  const never = [{ incrementalAuthorization: false }, { captureMethod: 'automatic' }];
  for (const changes of never) {
    expect(reading({ resultCode: 'Authorised' }, changes)).not.toHaveProperty('incrementAllowed');
  }
});
