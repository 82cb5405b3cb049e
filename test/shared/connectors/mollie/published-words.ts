import type { ExchangeAccount } from '#connectors/interface/exchange.ts';
import { mollieConnector } from '#connectors/mollie/connector.ts';
import { anAccountAt, answer } from '../../../support/processors/an-exchange.ts';
import type { PublishedEnumeration } from '../../../support/processors/published-words.ts';

const { sync, capture, syncRefund, webhooks } = mollieConnector();
const account: ExchangeAccount = anAccountAt('mollie');
const payment = {
  reference: 'pay_1_1',
  connectorName: 'mollie',
  amountMinor: 500,
  currency: 'EUR',
  ...({ captureMethod: 'manual', connectorTransactionId: 'tr_1' } as const),
};
const amount = { value: '5.00', currency: 'EUR' };
const resultOf = (read: object | undefined): string => String(Object(read).result);

const resultOfPayment = (status: string) => {
  const checkout = { href: 'https://www.mollie.com/checkout' };
  const body = {
    id: 'tr_1',
    status,
    amount,
    ...(/^open$/i.test(status) && { _links: { checkout } }),
  };
  return resultOf(sync.outcome(answer(body), payment, account));
};
const part = { captureReference: 'pay_1_1_1', captureNumber: 1, isFinal: true, captureMinor: 500 };
const refund = {
  reference: 'ref_1',
  connectorName: 'mollie',
  amountMinor: 500,
  currency: 'EUR',
  payment,
  connectorRefundId: 're_1',
};

const specs = 'https://github.com/mollie/openapi/blob/main/specs.yaml';

/** Every word of Mollie's that the adapter reads. */
export const published: readonly PublishedEnumeration[] = [
  {
    name: 'status of a payment',
    source: `${specs} (payment-status)`,
    kind: 'status',
    words: {
      open: 'challenged',
      pending: 'pending',
      authorized: 'authorized',
      paid: 'captured',
      canceled: 'voided',
      expired: 'declined',
      failed: 'declined',
    },
    conclude: resultOfPayment,
  },
  {
    name: 'status of a capture',
    source: `${specs} (capture-status)`,
    kind: 'status',
    words: { pending: 'pending', succeeded: 'captured', failed: 'declined' },
    conclude: (status) =>
      resultOf(
        capture?.outcome(answer({ id: 'cpt_1', status, amount }), { ...payment, ...part }, account),
      ),
  },
  {
    name: 'status of a refund',
    source: `${specs} (refund-status)`,
    kind: 'status',
    words: {
      queued: 'pending',
      pending: 'pending',
      processing: 'pending',
      refunded: 'succeeded',
      failed: 'declined',
      canceled: 'declined',
    },
    conclude: (status) =>
      resultOf(syncRefund?.outcome(answer({ id: 're_1', status, amount }), refund, account)),
  },
  {
    name: 'failureReason of a card payment',
    source: `${specs} (payment-details-failure-reason)`,
    kind: 'result code',
    words: Object.fromEntries(
      [
        ...['authentication_abandoned', 'authentication_failed', 'authentication_required'],
        ...['authentication_unavailable_acs', 'card_declined', 'card_expired', 'inactive_card'],
        ...['insufficient_funds', 'invalid_cvv', 'invalid_card_holder_name', 'invalid_card_number'],
        ...['invalid_card_type', 'possible_fraud', 'refused_by_issuer', 'unknown_reason'],
      ].map((word) => [word, `declined with the code ${word}`]),
    ),
    conclude(failureReason) {
      const body = { id: 'tr_1', status: 'failed', amount, details: { failureReason } };
      const read = Object(sync.outcome(answer(body), payment, account));
      return `${read.result} with the code ${read.code}`;
    },
  },
  {
    name: 'what a webhook names, by how its id begins',
    source: 'https://docs.mollie.com/reference/webhooks',
    kind: 'event',
    words: {
      tr_: 'payment',
      ord_: { none: 'The orders API is not used.' },
      sub_: { none: 'Subscriptions are not made at Mollie.' },
      pl_: { none: 'Payment links are not made at Mollie.' },
    },
    conclude: (word) =>
      webhooks?.parse({ headers: {}, body: `id=${word}7UhSN1zuXS` })[0]?.kind ?? 'nothing',
  },
];
