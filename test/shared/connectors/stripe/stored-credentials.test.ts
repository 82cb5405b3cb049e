import type { Authorization } from '#connectors/interface/payments.ts';
import { stripeConnector } from '#connectors/stripe/connector.ts';
import { decodeForm } from '#platform/formats/bracketed-form.ts';
import { describedExchange } from '../../../support/described-exchange.ts';

const authorize = describedExchange('stripe', stripeConnector().authorize);

const account = {
  connectorName: 'stripe',
  credentials: { auth_type: 'HeaderKey', api_key: 'sk_test_1' } as const,
  urls: { api: 'https://api.stripe.com/', files: 'https://files.stripe.com/' },
};
const card = {
  kind: 'card',
  card: { number: '4242424242424242', expiryMonth: '10', expiryYear: '2035' },
} as const;
const stored = { kind: 'connector_mandate', connectorMandateId: 'pm_1', method: 'card' } as const;
const byNetworkId = { source: card, networkTransactionId: '976910110049114' };
const byMandate = { source: stored };
const asFirst = { source: card, futureUsage: 'off_session' } as const;
const recurring = { by: 'merchant', why: 'recurring' } as const;
const unscheduled = { by: 'merchant', why: 'unscheduled' } as const;
const customer = { by: 'customer' } as const;

/** The fields of the form about who starts the charge, and why. */
function saidOf({ order, source, ...more }: Pick<Authorization, 'order' | 'source'> & object) {
  const input = {
    reference: 'pay_1_1',
    connectorName: 'stripe',
    amountMinor: 6540,
    currency: 'EUR',
    captureMethod: 'automatic',
    ...more,
    source,
    order: { ...order, customer: { connectorCustomerId: 'cus_1' } },
  } as const;
  const form = decodeForm(authorize.request(input, account).body ?? '');
  const { card: options = {} } = Object(form.payment_method_options);
  return {
    off_session: form.off_session,
    setup_future_usage: form.setup_future_usage,
    payment_method: form.payment_method,
    mit_exemption: options.mit_exemption,
  };
}

/**
 * Stripe derives the networks' values itself, from whether the customer is there (`off_session`)
 * and the stored use (`setup_future_usage`). It has no public value for recurring and unscheduled:
 * the parameter for it (`stored_credential_transaction_type`) is only for accounts that Stripe has
 * enabled, and excludes `off_session`.
 *
 * @see https://docs.stripe.com/api/payment_intents/create#create_payment_intent-off_session
 * @see https://github.com/activemerchant/active_merchant (add_stored_credentials of Stripe's
 * gateway)
 */
it.each([
  ['customer, first, recurring', customer, asFirst, { setup_future_usage: 'off_session' }],
  ['customer, first, unscheduled', customer, asFirst, { setup_future_usage: 'off_session' }],
  ['customer, later, recurring', customer, byMandate, { payment_method: 'pm_1' }],
  ['customer, later, unscheduled', customer, byMandate, { payment_method: 'pm_1' }],
  [
    'merchant, first with this account, recurring',
    recurring,
    byNetworkId,
    { off_session: 'true', mit_exemption: { network_transaction_id: '976910110049114' } },
  ],
  [
    'merchant, first with this account, unscheduled',
    unscheduled,
    byNetworkId,
    { off_session: 'true', mit_exemption: { network_transaction_id: '976910110049114' } },
  ],
  [
    'merchant, later, recurring',
    recurring,
    byMandate,
    { off_session: 'true', payment_method: 'pm_1' },
  ],
  [
    'merchant, later, unscheduled',
    unscheduled,
    byMandate,
    { off_session: 'true', payment_method: 'pm_1' },
  ],
] as const)(
  "a charge at Stripe states its stored credential's use: %s",
  (_, initiator, source, said) => {
    expect(saidOf({ order: { initiator }, ...source })).toEqual({
      off_session: undefined,
      setup_future_usage: undefined,
      payment_method: undefined,
      mit_exemption: undefined,
      ...said,
    });
  },
);

it('a customer who stores a card is there, whatever the merchant says of later charges', () => {
  const order = { initiator: customer, offSession: true };
  expect(saidOf({ order, ...asFirst }).off_session).toBeUndefined();
  expect(saidOf({ order, source: card }).off_session).toBe('true');
});
