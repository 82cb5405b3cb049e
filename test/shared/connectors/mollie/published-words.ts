import { mollieConnector } from '#connectors/mollie/connector.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt, answer } from '../../../support/processors/an-exchange.ts';
import {
  each,
  events,
  readResult,
  resultCodes,
  statuses,
} from '../../../support/processors/published-words.ts';

const { sync, capture, syncRefund, webhooks } = mollieConnector();
const account = anAccountAt('mollie');
const payment = {
  ...aCharge('mollie', { amountMinor: 500, captureMethod: 'manual' }),
  connectorTransactionId: 'tr_1',
};
const part = { captureReference: 'pay_1_1_1', captureNumber: 1, isFinal: true, captureMinor: 500 };
const refund = { ...payment, reference: 'ref_1', payment, connectorRefundId: 're_1' };
const amount = { value: '5.00', currency: 'EUR' };
const specs = 'https://github.com/mollie/openapi/blob/main/specs.yaml';

function ofPayment(status: string) {
  const _links = /^open$/i.test(status) && {
    checkout: { href: 'https://www.mollie.com/checkout' },
  };
  const body = answer({ id: 'tr_1', status, amount, ...(_links && { _links }) });
  return readResult(() => sync.outcome(body, payment, account));
}

function ofCapture(status: string) {
  const body = answer({ id: 'cpt_1', status, amount });
  return readResult(() => capture?.outcome(body, { ...payment, ...part }, account));
}

function ofRefund(status: string) {
  const body = answer({ id: 're_1', status, amount });
  return readResult(() => syncRefund?.outcome(body, refund, account));
}

function ofFailure(failureReason: string) {
  const body = answer({ id: 'tr_1', status: 'failed', amount, details: { failureReason } });
  const { result, code } = Object(sync.outcome(body, payment, account));
  return `${result} with the code ${code}`;
}

const failures = `authentication_abandoned authentication_failed authentication_required
  authentication_unavailable_acs card_declined card_expired inactive_card insufficient_funds
  invalid_cvv invalid_card_holder_name invalid_card_number invalid_card_type possible_fraud
  refused_by_issuer unknown_reason`;

export const published = [
  statuses('status of a payment', `${specs} (payment-status)`, ofPayment, {
    challenged: 'open',
    pending: 'pending',
    authorized: 'authorized',
    captured: 'paid',
    voided: 'canceled',
    declined: 'expired failed',
  }),
  statuses('status of a capture', `${specs} (capture-status)`, ofCapture, {
    pending: 'pending',
    captured: 'succeeded',
    declined: 'failed',
  }),
  statuses('status of a refund', `${specs} (refund-status)`, ofRefund, {
    pending: 'queued pending processing',
    succeeded: 'refunded',
    declined: 'failed canceled',
  }),
  resultCodes(
    'failureReason of a card payment',
    `${specs} (payment-details-failure-reason)`,
    ofFailure,
    each(failures, (word) => `declined with the code ${word}`),
  ),
  events(
    'what a webhook names, by how its id begins',
    'https://docs.mollie.com/reference/webhooks',
    (word) => webhooks?.parse({ headers: {}, body: `id=${word}7UhSN1zuXS` })[0]?.kind ?? 'nothing',
    {
      payment: 'tr_',
      'none: The orders API is not used.': 'ord_',
      'none: Subscriptions are not made at Mollie.': 'sub_',
      'none: Payment links are not made at Mollie.': 'pl_',
    },
  ),
];
