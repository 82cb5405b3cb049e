import { checksIn as authorizeDotNetChecks } from '#connectors/authorizedotnet/checks.ts';
import { connectorNamed } from '#connectors/registry.ts';
import { intentOutcome, readIntent } from '#connectors/stripe/intents.ts';

const stripe = {
  id: 'pi_1',
  object: 'payment_intent',
  status: 'succeeded',
  metadata: { order_id: 'p_1' },
  amount: 100,
  amount_received: 100,
  currency: 'eur',
  latest_charge: {
    payment_method_details: {
      card: { checks: { address_line1_check: null, cvc_check: 'pass' } },
    },
  },
};
const checkout = {
  id: 'pay_1',
  status: 'Authorized',
  amount: 100,
  currency: 'EUR',
  reference: 'p_1',
  source: { id: 'src_1', avs_check: '', cvv_check: 'Y' },
};
const cybersource = {
  id: '1',
  status: 'AUTHORIZED',
  clientReferenceInformation: { code: 'p_1' },
  processorInformation: { avs: { code: 'X', codeRaw: null } },
  orderInformation: { amountDetails: { totalAmount: '1.00', currency: 'EUR' } },
};

/** The payment checks that a connector reads in the answer to an authorization. */
function checksIn(name: string, body: object): unknown {
  const response = { status: 201, headers: {}, body: JSON.stringify(body) };
  // Stripe is asked in steps, all of which read intents.
  if (name === 'stripe') return Object(intentOutcome(readIntent(response))).paymentChecks;
  const input = {
    reference: 'p_1',
    connectorName: name,
    amountMinor: 100,
    currency: 'EUR',
    captureMethod: 'manual',
    order: { initiator: { by: 'customer' } },
    source: {
      kind: 'card',
      card: { number: '4242424242424242', expiryMonth: '12', expiryYear: '2039' },
    },
  } as const;
  const read = connectorNamed(name)?.authorize.outcome(response, input, {
    connectorName: name,
    credentials: { auth_type: 'SignatureKey', api_key: 'k', key1: 'k', api_secret: 's' },
    metadata: {},
    urls: { api: 'https://processor.example/' },
  });
  return Object(read).paymentChecks;
}

it.each([
  [
    'stripe',
    stripe,
    { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
  ],
  ['checkout', checkout, { avs_result: '', card_validation_result: 'Y' }],
  [
    'cybersource',
    cybersource,
    { avs_response: { code: 'X', codeRaw: null }, card_verification: null },
  ],
])("%s shows the issuer's checks as they were sent, null for empty ones", (name, body, checks) => {
  expect(checksIn(name, body)).toEqual(checks);
});

it('authorizedotnet shows a code that it does not describe with a description of null', () => {
  expect(authorizeDotNetChecks({ avs: '?', cvv: '!' })).toEqual({
    paymentChecks: {
      avs_result_code: '?',
      description: null,
      cvv_result_code: '!',
      cvv_description: null,
    },
  });
});
