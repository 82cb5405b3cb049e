import type { Order } from '#connectors/interface/order.ts';
import { mollieConnector } from '#connectors/mollie/connector.ts';

const { authorize } = mollieConnector();
const account = {
  connectorName: 'mollie',
  credentials: { auth_type: 'BodyKey', api_key: 'test_key', key1: 'pfl_1' },
  urls: { api: 'https://api.mollie.com/', cards: 'https://api.cc.mollie.com/' },
} as const;

const initiators: readonly Order['initiator'][] = [
  { by: 'customer' },
  { by: 'merchant', why: 'recurring' },
  { by: 'merchant', why: 'unscheduled' },
];
const charges = initiators.flatMap((initiator) => [
  { initiator, futureUsage: 'off_session' as const },
  { initiator, futureUsage: undefined },
]);

/**
 * The switch stores no cards at Mollie, and `first` and `recurring` are for cards that Mollie
 * stores.
 *
 * @see https://github.com/mollie/openapi/blob/main/specs.yaml (sequence-type)
 */
it.each(charges)('a charge leaves as one by itself for each initiator and reason: %j', (charge) => {
  const { initiator, futureUsage } = charge;
  const input = {
    reference: 'pay_1_1',
    connectorName: 'mollie',
    amountMinor: 500,
    currency: 'EUR',
    captureMethod: 'automatic',
    returnUrl: 'https://switch.example/back',
    source: {
      kind: 'card',
      card: { number: '4242424242424242', expiryMonth: '10', expiryYear: '35' },
    },
    order: { initiator },
    ...(futureUsage && { futureUsage }),
  } as const;
  const made = { status: 201, headers: {}, body: '{"cardToken":"tkn_1"}' };
  const reading = authorize.outcome(made, input, account);
  if (!('next' in reading)) throw new Error('The token was not charged.');
  const { sequenceType, mandateId, customerId } = JSON.parse(reading.next.body ?? '');
  expect({ sequenceType, mandateId, customerId }).toEqual({ sequenceType: 'oneoff' });
});
