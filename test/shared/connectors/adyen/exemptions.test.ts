import { adyenConnector } from '#connectors/adyen/connector.ts';
import type { Order } from '#connectors/interface/order.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt, bareOrder, bodyOf } from '../../../support/processors/an-exchange.ts';
import { describedExchange } from '../../../support/processors/described-exchange.ts';
import { adyenFacts } from './facts.ts';

// Adyen/adyen-openapi json/CheckoutService-v68.json (scaExemption of AdditionalData3DSecure).
const authorize = describedExchange(adyenFacts.descriptions, adyenConnector().authorize);
const account = anAccountAt('adyen');
const sent = (changes: Partial<Order>) =>
  bodyOf(authorize.request(aCharge('adyen', { order: { ...bareOrder, ...changes } }), account))
    .additionalData;

it.each([
  ['low_value', 'lowValue'],
  ['transaction_risk_analysis', 'transactionRiskAnalysis'],
] as const)(
  'the exemption %s is claimed at Adyen as %s, with and without 3-D Secure',
  (ours, theirs) => {
    expect(sent({ scaExemption: ours })).toEqual({ executeThreeD: 'false', scaExemption: theirs });
    expect(sent({ scaExemption: ours, authenticationType: 'three_ds' })).toEqual({
      executeThreeD: 'true',
      scaExemption: theirs,
    });
  },
);

it('a payment without an exemption, and a charge by the merchant, claim none at Adyen', () => {
  expect(sent({})).not.toHaveProperty('scaExemption');
  const byMerchant = { by: 'merchant', why: 'recurring' } as const;
  expect(sent({ scaExemption: 'low_value', initiator: byMerchant })).not.toHaveProperty(
    'scaExemption',
  );
});
