import { aboutBraintree } from '#connectors/braintree/about.ts';
import { authorize, verify } from '#connectors/braintree/authorize.ts';
import type { Authorization } from '#connectors/interface/payments.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt, answer, bareOrder } from '../../../support/processors/an-exchange.ts';

const account = anAccountAt('braintree', { metadata: { merchant_account_id: 'macc_1' } });
const proof = {
  cryptogram: 'AAABBJg0VhI0VniQEjRWAAAAAAA=',
  electronicCommerceIndicator: '05',
  dsTransactionId: 'f38e6948-5388-41a6-bca4-b49723c19437',
  version: '2.2.0',
  transactionStatus: 'Y',
} as const;
const authenticated = aCharge('braintree', {
  order: { ...bareOrder, authenticationType: 'three_ds' },
  authenticationData: proof,
});
const token = answer({ data: { tokenizeCreditCard: { paymentMethod: { id: 'tokencc_1' } } } });
const inputOf = ({ body = '' }: { readonly body?: string }) => JSON.parse(body).variables.input;

function secondRequest(exchange: typeof authorize, payment: Authorization) {
  const reading = exchange.outcome(token, payment, account);
  if (!('next' in reading)) throw new Error('There is no second request.');
  return inputOf(reading.next);
}

/** github.com/braintree/graphql-api schema.graphql: `ThreeDSecurePassThroughInput`. */
const passThrough = {
  eciFlag: '05',
  cavv: 'AAABBJg0VhI0VniQEjRWAAAAAAA=',
  version: '2.2.0',
  authenticationResponse: 'Y',
  directoryServerTransactionId: 'f38e6948-5388-41a6-bca4-b49723c19437',
};

it('a card that was authenticated elsewhere is charged at Braintree with the proof', () => {
  expect(aboutBraintree.externalThreeDs).toBe(true);
  expect(authorize.request(authenticated, account).body).not.toContain(proof.cryptogram);
  expect(secondRequest(authorize, authenticated).options).toEqual({
    threeDSecureAuthentication: { passThrough },
  });
  const manual = { ...authenticated, captureMethod: 'manual' } as const;
  expect(secondRequest(authorize, manual).options).toEqual({
    threeDSecureAuthentication: { passThrough },
  });
});

it('a card that was authenticated elsewhere is verified and stored at Braintree with the proof', () => {
  expect(secondRequest(verify, authenticated)).toEqual({
    paymentMethodId: 'tokencc_1',
    threeDSecurePassThrough: passThrough,
    verification: { merchantAccountId: 'macc_1' },
  });
});

it('a proof without the indicator that Braintree requires is refused before the card is sent', () => {
  const { electronicCommerceIndicator: _, ...without } = proof;
  const payment = { ...authenticated, authenticationData: without };
  expect(() => authorize.request(payment, account)).toThrow('indicator');
  expect(() => verify.request(payment, account)).toThrow('indicator');
});

it('a stored card is charged at Braintree without a proof', () => {
  const source = { kind: 'connector_mandate', connectorMandateId: 'pm_1' } as const;
  const request = authorize.request({ ...authenticated, source }, account);
  expect(inputOf(request).options).toEqual({});
});

/** github.com/braintree/graphql-api schema.graphql: `ScaExemptionType`. */
it.each([
  ['low_value', 'LOW_VALUE'],
  ['transaction_risk_analysis', 'TRANSACTION_RISK_ANALYSIS'],
] as const)(
  'the exemption %s is claimed at Braintree, of a customer who is there',
  (scaExemption, word) => {
    const order = { ...bareOrder, scaExemption };
    const sent = secondRequest(authorize, aCharge('braintree', { order }));
    expect(sent.options).toEqual({ scaExemption: word });
    const absent = { ...order, initiator: { by: 'merchant' } } as const;
    expect(secondRequest(authorize, aCharge('braintree', { order: absent })).options).toEqual({});
  },
);
