import { checkoutConnector } from '#connectors/checkout/connector.ts';
import type { Order } from '#connectors/interface/order.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt, bareOrder, bodyOf } from '../../../support/processors/an-exchange.ts';

// checkout/checkout-sdk-java src/main/java/com/checkout/common/Exemption.java and
// src/main/java/com/checkout/payments/ThreeDSRequest.java, used in TestHelper.java.
const { authorize } = checkoutConnector();
const account = anAccountAt('checkout');
const sent = (changes: Partial<Order>) =>
  bodyOf(authorize.request(aCharge('checkout', { order: { ...bareOrder, ...changes } }), account))[
    '3ds'
  ];

it.each([
  ['low_value', 'low_value'],
  ['transaction_risk_analysis', 'transaction_risk_assessment'],
] as const)(
  'the exemption %s is claimed at Checkout.com as %s, without a challenge',
  (ours, theirs) => {
    expect(sent({ scaExemption: ours })).toMatchObject({
      enabled: false,
      exemption: theirs,
      challenge_indicator: 'no_preference',
    });
    expect(sent({ scaExemption: ours, authenticationType: 'three_ds' })).toMatchObject({
      enabled: true,
      exemption: theirs,
      challenge_indicator: 'no_preference',
    });
  },
);

it('a challenge that the merchant wants is mandated at Checkout.com', () => {
  expect(sent({ authenticationType: 'three_ds', forcesChallenge: true })).toMatchObject({
    challenge_indicator: 'challenge_requested_mandate',
  });
});

it('a payment without an exemption, and a charge by the merchant, claim none at Checkout.com', () => {
  expect(sent({ authenticationType: 'three_ds' })).toMatchObject({
    challenge_indicator: 'challenge_requested',
  });
  expect(sent({})).not.toHaveProperty('exemption');
  const byMerchant = { by: 'merchant', why: 'recurring' } as const;
  expect(sent({ scaExemption: 'low_value', initiator: byMerchant })).not.toHaveProperty(
    'exemption',
  );
});
