import { shift4Connector } from '#connectors/shift4/connector.ts';
import { anAccountAt, answer } from '../../../support/processors/an-exchange.ts';
import type { PublishedEnumeration } from '../../../support/processors/published-words.ts';

const { authorize, sync, syncRefund, webhooks } = shift4Connector();
const account = anAccountAt('shift4');
const payment = {
  reference: 'pay_1_1',
  connectorName: 'shift4',
  amountMinor: 500,
  currency: 'EUR',
  captureMethod: 'automatic',
  connectorTransactionId: 'char_1',
} as const;
const card = {
  ...payment,
  source: {
    kind: 'card',
    card: { number: '4242424242424242', expiryMonth: '10', expiryYear: '35' },
  },
  order: { initiator: { by: 'customer' } },
} as const;
const charge = { id: 'char_1', amount: 500, currency: 'EUR', captured: true, status: 'successful' };

/** The result of an outcome; where it cannot be read, that it is not known. */
function resultOf(read: () => object | undefined): string {
  try {
    const found = read();
    return found && 'result' in found ? String(found.result) : 'nothing';
  } catch {
    return 'unknown';
  }
}

const refusalOf = (error: object) =>
  resultOf(() => authorize.outcome(answer({ error }, 402), card, account));

function contentOf(type: string, data: object): string {
  const [said] =
    webhooks?.parse({ headers: {}, body: JSON.stringify({ id: 'e', type, data }) }) ?? [];
  switch (said?.kind) {
    case 'payment':
      return said.outcome.result;
    case 'refund':
      return `refund ${said.outcome.result}`;
    case 'dispute':
      return said.dispute.status;
    case 'mandate':
      return `mandate ${said.status}`;
    default:
      return 'nothing';
  }
}

const disputeOf = (status: string) => ({ ...charge, id: 'disp_1', status, charge: 'char_1' });

/** The object in each event, where it is no charge that succeeded. */
const dataOf: Readonly<Record<string, object>> = {
  CHARGE_PENDING: { ...charge, status: 'pending' },
  CHARGE_FAILED: { ...charge, status: 'failed' },
  CHARGE_REFUNDED: { ...charge, refunds: [{ id: 're_1', status: 'successful' }] },
  REFUND_UPDATED: { id: 're_1', status: 'failed' },
  CHARGE_DISPUTE_CREATED: disputeOf('chargeback_new'),
  CHARGE_DISPUTE_UPDATED: disputeOf('chargeback_response_under_review'),
  CHARGE_DISPUTE_WON: disputeOf('chargeback_represented_successfully'),
  CHARGE_DISPUTE_LOST: disputeOf('chargeback_represented_unsuccessfully'),
  CHARGE_DISPUTE_FUNDS_WITHDRAWN: disputeOf('chargeback_new'),
  CHARGE_DISPUTE_FUNDS_RESTORED: disputeOf('chargeback_represented_successfully'),
};

const enums =
  'https://github.com/shift4developer/shift4-java/blob/master/src/main/java/com/shift4/enums';
const notMade = { none: 'The switch makes none of these at Shift4.' };
const news = { none: 'It is news for people: no money moves.' };

/** Every word of Shift4's that the adapter reads. */
export const published: readonly PublishedEnumeration[] = [
  {
    name: 'status of a charge',
    source: `${enums}/ChargeStatus.java`,
    kind: 'status',
    words: { failed: 'declined', pending: 'pending', successful: 'captured' },
    conclude: (status) =>
      resultOf(() => sync.outcome(answer({ ...charge, status }), payment, account)),
  },
  {
    name: 'status of a refund',
    source: `${enums}/RefundStatus.java`,
    kind: 'status',
    words: { failed: 'declined', pending: 'pending', successful: 'succeeded' },
    conclude: (status) =>
      resultOf(() =>
        syncRefund?.outcome(
          answer({ id: 're_1', status }),
          { ...payment, connectorRefundId: 're_1', payment },
          account,
        ),
      ),
  },
  {
    name: 'status of a dispute',
    source: `${enums}/DisputeStatus.java`,
    kind: 'status',
    words: {
      chargeback_new: 'dispute_opened',
      chargeback_prevented: 'dispute_cancelled',
      chargeback_represented_successfully: 'dispute_won',
      chargeback_represented_unsuccessfully: 'dispute_lost',
      chargeback_response_under_review: 'dispute_challenged',
      retrieval_request_new: 'dispute_opened',
      retrieval_request_represented: 'dispute_challenged',
      retrieval_request_response_under_review: 'dispute_challenged',
    },
    conclude: (status) => contentOf('CHARGE_DISPUTE_UPDATED', disputeOf(status)),
  },
  {
    name: 'type of an error',
    source: `${enums}/ErrorType.java`,
    kind: 'result code',
    words: {
      card_error: 'declined',
      gateway_error: 'unknown',
      invalid_request: 'declined',
      rate_limit_error: 'declined',
    },
    conclude: (type) => refusalOf({ type }),
  },
  {
    name: 'code of a declined card',
    source: `${enums}/ErrorCode.java`,
    kind: 'result code',
    words: Object.fromEntries(
      [
        ...['amount_too_high', 'amount_too_low', 'invalid_number', 'invalid_expiry_month'],
        ...['invalid_expiry_year', 'invalid_cvc', 'incorrect_cvc', 'incorrect_zip'],
        ...['incorrect_address', 'expired_card', 'insufficient_funds', 'lost_or_stolen'],
        ...['suspected_fraud', 'card_declined', 'processing_error', 'blacklisted', 'blocked'],
        ...['expired_token', 'limit_exceeded', 'authentication_required', 'do_not_try_again'],
        ...['currency_not_supported', 'brand_not_supported', 'payment_method_declined'],
        'invalid_account',
      ].map((code) => [code, 'declined']),
    ),
    conclude: (code) => refusalOf({ type: 'card_error', code }),
  },
  {
    name: 'type of an event',
    source: `${enums}/EventType.java`,
    kind: 'event',
    words: {
      CHARGE_CAPTURED: 'captured',
      CHARGE_DISPUTE_CREATED: 'dispute_opened',
      CHARGE_DISPUTE_FUNDS_RESTORED: 'dispute_won',
      CHARGE_DISPUTE_FUNDS_WITHDRAWN: 'dispute_opened',
      CHARGE_DISPUTE_LOST: 'dispute_lost',
      CHARGE_DISPUTE_UPDATED: 'dispute_challenged',
      CHARGE_DISPUTE_WON: 'dispute_won',
      CHARGE_FAILED: 'declined',
      CHARGE_PENDING: 'pending',
      CHARGE_REFUNDED: 'refund succeeded',
      CHARGE_SUCCEEDED: 'captured',
      CHARGE_UPDATED: 'captured',
      CREDIT_FAILED: notMade,
      CREDIT_SUCCEEDED: notMade,
      CREDIT_UPDATED: notMade,
      CUSTOMER_CARD_CREATED: news,
      CUSTOMER_CARD_DELETED: 'mandate revoked',
      CUSTOMER_CARD_UPDATED: news,
      CUSTOMER_CREATED: news,
      CUSTOMER_DELETED: news,
      CUSTOMER_SUBSCRIPTION_CREATED: notMade,
      CUSTOMER_SUBSCRIPTION_DELETED: notMade,
      CUSTOMER_SUBSCRIPTION_UPDATED: notMade,
      CUSTOMER_UPDATED: news,
      FRAUD_WARNING_CREATED: news,
      FRAUD_WARNING_UPDATED: news,
      PAYMENT_METHOD_CREATED: news,
      PAYMENT_METHOD_DELETED: news,
      PAYMENT_METHOD_UPDATED: news,
      PAYOUT_CREATED: news,
      PAYOUT_UPDATED: news,
      PLAN_CREATED: notMade,
      PLAN_DELETED: notMade,
      PLAN_UPDATED: notMade,
      REFUND_UPDATED: 'refund declined',
    },
    conclude: (type) => contentOf(type, dataOf[type] ?? charge),
  },
];
