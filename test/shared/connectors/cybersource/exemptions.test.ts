import { cybersourceConnector } from '#connectors/cybersource/connector.ts';
import type { Order } from '#connectors/interface/order.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt, bareOrder, bodyOf } from '../../../support/processors/an-exchange.ts';

// CyberSource/cybersource-rest-client-node
// docs/Ptsv2paymentsConsumerAuthenticationInformationStrongAuthentication.md.
const { authorize } = cybersourceConnector();
const account = anAccountAt('cybersource');
const sent = (changes: Partial<Order>) =>
  bodyOf(
    authorize.request(aCharge('cybersource', { order: { ...bareOrder, ...changes } }), account),
  ).consumerAuthenticationInformation;

it.each([
  ['low_value', { lowValueExemptionIndicator: '1' }],
  ['transaction_risk_analysis', { riskAnalysisExemptionIndicator: '1' }],
] as const)('the exemption %s is claimed at Cybersource', (scaExemption, strongAuthentication) => {
  expect(sent({ scaExemption })).toEqual({ strongAuthentication });
});

it('a payment without an exemption, and a charge by the merchant, claim none at Cybersource', () => {
  expect(sent({})).toBeUndefined();
  const byMerchant = { by: 'merchant', why: 'recurring' } as const;
  expect(sent({ scaExemption: 'low_value', initiator: byMerchant })).toBeUndefined();
});
