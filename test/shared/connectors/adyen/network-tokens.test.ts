import { adyenConnector } from '#connectors/adyen/connector.ts';
import type { Authorization, PaymentSource } from '#connectors/interface/payments.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt, bodyOf } from '../../../support/processors/an-exchange.ts';
import { describedExchange } from '../../../support/processors/described-exchange.ts';
import { adyenFacts } from './facts.ts';

// Adyen/adyen-openapi json/CheckoutService-v68.json (CardDetails, and
// tokenAuthenticationVerificationValue of ThreeDSecureData).
const authorize = describedExchange(adyenFacts.descriptions, adyenConnector().authorize);
const account = anAccountAt('adyen');

const data = {
  // A published test card's number stands for a token of the same form.
  network_token: '4111111111111111',
  token_exp_month: '03',
  token_exp_year: '30',
  token_cryptogram: 'AgAAAAAABk4DWZ4C28yUQAAAAAA=',
  eci: '05',
  card_network: 'VISA',
};
const sourceOf = (changes: object): PaymentSource => ({
  kind: 'payment_method',
  method: 'network_token',
  type: 'network_token',
  data: { ...data, ...changes },
});
const sent = (changes: object = {}, more: Partial<Authorization> = {}) =>
  bodyOf(authorize.request(aCharge('adyen', { source: sourceOf(changes), ...more }), account));

it("a network token is charged at Adyen with the proof of its use, and is no local method's", () => {
  const body = sent({ card_holder_name: 'Ada Lovelace' });
  expect(body).toMatchObject({
    paymentMethod: {
      type: 'networkToken',
      number: '4111111111111111',
      expiryMonth: '03',
      expiryYear: '2030',
      holderName: 'Ada Lovelace',
      brand: 'visa',
    },
    mpiData: { tokenAuthenticationVerificationValue: data.token_cryptogram, eci: '05' },
    additionalData: { executeThreeD: 'false' },
  });
});

it("a network token of a later charge has the network's id of the first one, and no proof", () => {
  const byMerchant = { by: 'merchant', why: 'recurring' } as const;
  const body = sent(
    { token_cryptogram: '' },
    { networkTransactionId: '060720116005060', order: { initiator: byMerchant } },
  );
  expect(body.paymentMethod.networkPaymentReference).toBe('060720116005060');
  expect(body).not.toHaveProperty('mpiData');
  expect(body).toMatchObject({
    shopperInteraction: 'ContAuth',
    recurringProcessingModel: 'Subscription',
  });
});

it('data that are no network token are not sent, and the error repeats none of them', () => {
  for (const changes of [{ network_token: '4111 1111' }, { token_exp_month: 3 }]) {
    expect(() => sent(changes)).toThrow(/^The network token cannot be read\.$/);
  }
});
