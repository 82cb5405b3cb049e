import type { ExchangeAccount } from '#connectors/interface/exchange.ts';
import type { Initiator } from '#connectors/interface/order.ts';
import type { Authorization } from '#connectors/interface/payments.ts';
import { worldpayConnector } from '#connectors/worldpay/connector.ts';

const { authorize } = worldpayConnector();
const account: ExchangeAccount = {
  connectorName: 'worldpay',
  credentials: { auth_type: 'SignatureKey', api_key: 'pass_1', key1: 'user_1', api_secret: 'shop' },
  metadata: { merchant_name: 'Example Shop' },
  urls: { api: 'https://try.access.worldpay.com/' },
};
const typed = {
  kind: 'card',
  card: { number: '4242424242424242', expiryMonth: '03', expiryYear: '30', cvc: '737' },
} as const;
const href = 'https://try.access.worldpay.com/tokens/token_1';
const customer: Initiator = { by: 'customer' };
const merchant = (why: 'recurring' | 'unscheduled' | 'installment'): Initiator => ({
  by: 'merchant',
  why,
});

function agreementBy(initiator: Initiator, changes: Partial<Authorization>) {
  const input: Authorization = {
    reference: 'pay_1_1',
    connectorName: 'worldpay',
    amountMinor: 6540,
    currency: 'EUR',
    captureMethod: 'automatic',
    source: typed,
    order: { initiator },
    ...changes,
  };
  return JSON.parse(authorize.request(input, account).body ?? '').instruction.customerAgreement;
}

const first = { futureUsage: 'off_session' } as const;
const later = { source: { kind: 'connector_mandate', connectorMandateId: href } } as const;
const byNetwork = { networkTransactionId: 'net_1' } as const;
const agreeing = { type: 'subscription', storedCardUsage: 'first' };
const returning = { type: 'cardOnFile', storedCardUsage: 'subsequent' };
const subscribed = { type: 'subscription', storedCardUsage: 'subsequent' };

/**
 * Who starts the payment, the first or a later one, and why. A customer's own payment has no
 * reason, and a merchant's first one of a card that was not stored has no agreement.
 *
 * @see https://developer.worldpay.com/products/payments/recurring-subsequent
 * @see https://github.com/Worldpay/worldpay-mcp/blob/main/src/types/payments-api.d.ts
 */
const combinations: readonly [string, Initiator, Partial<Authorization>, object | undefined][] = [
  ['a customer, first, for recurring charges', customer, first, agreeing],
  ['a customer, first, for unscheduled charges', customer, first, agreeing],
  ['a customer, later, of recurring charges', customer, later, returning],
  ['a customer, later, of unscheduled charges', customer, later, returning],
  ['a merchant, first, for recurring charges', merchant('recurring'), {}, undefined],
  ['a merchant, first, for unscheduled charges', merchant('unscheduled'), {}, undefined],
  ['a merchant, later, of recurring charges', merchant('recurring'), later, subscribed],
  [
    'a merchant, later, of unscheduled charges',
    merchant('unscheduled'),
    later,
    { type: 'unscheduled' },
  ],
  [
    'a merchant, by the network’s id of a recurring charge',
    merchant('recurring'),
    byNetwork,
    { ...subscribed, schemeReference: 'net_1' },
  ],
  [
    'a merchant, by the network’s id of an unscheduled charge',
    merchant('unscheduled'),
    byNetwork,
    { type: 'unscheduled', schemeReference: 'net_1' },
  ],
  [
    'a merchant, in installments',
    merchant('installment'),
    later,
    { type: 'installment', installmentType: 'merchant', storedCardUsage: 'subsequent' },
  ],
];

it.each(combinations)('a charge by %s says so to Worldpay', (_, initiator, changes, sent) => {
  expect(agreementBy(initiator, changes)).toEqual(sent);
});
