import type { ExchangeAccount } from '#connectors/interface/exchange.ts';
import { paypalConnector } from '#connectors/paypal/connector.ts';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { aCard, aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt, answer } from '../../../support/processors/an-exchange.ts';
import type { PublishedEnumeration } from '../../../support/processors/published-words.ts';

const { authorize, capture, sync, syncRefund, syncDispute, webhooks, ...others } =
  paypalConnector();
const { void: release } = others;
if (!capture || !release || !syncRefund || !syncDispute || !webhooks) {
  throw new Error('PayPal can.');
}

const descriptions = 'https://github.com/paypal/paypal-rest-api-specifications/blob/main/openapi';
const payments = `${descriptions}/payments_payment_v2.json`;
const orders = `${descriptions}/checkout_orders_v2.json`;
const disputes = `${descriptions}/customer_disputes_v1.json`;
const eventNames = 'https://developer.paypal.com/api/rest/webhooks/event-names/';

const account: ExchangeAccount = { ...anAccountAt('paypal'), accessToken: 'A21AA' };
const payment = aCharge('paypal', {
  currency: 'USD',
  source: aCard({ expiryMonth: '03', expiryYear: '2030' }),
});
const amount = { currency_code: 'USD', value: '65.40' };
const reserved = {
  ...payment,
  connectorTransactionId: '5O19',
  connectorMetadata: { psync_flow: 'AUTHORIZE', authorize_id: 'A1' },
};
const captured = {
  ...payment,
  connectorTransactionId: '5O19',
  connectorMetadata: { psync_flow: 'CAPTURE', capture_id: 'C1' },
};

/** The order in whose answer a second step of a sync finds the payments. */
const order = (captureStatus: string) =>
  answer({
    id: '5O19',
    status: 'COMPLETED',
    purchase_units: [
      {
        payments: {
          authorizations: [{ id: 'A1', status: 'PARTIALLY_CAPTURED', amount }],
          captures: [
            { id: 'C1', status: captureStatus, amount: { ...amount, value: '10.00' } },
            { id: 'C2', status: captureStatus, amount: { ...amount, value: '5.00' } },
          ],
        },
      },
    ],
  });

type Conclusion = { readonly result: string; readonly capturedMinor?: number };
type Reading = Conclusion | { readonly next: object; outcome(response: HttpResponse): Reading };

function wordOf(reading: Reading): string {
  if ('next' in reading) return wordOf(reading.outcome(order('COMPLETED')));
  return reading.result === 'captured' && reading.capturedMinor === 1_500
    ? 'captured in part'
    : reading.result;
}

/** The adapter's conclusion; `a question` where it leaves the state to a sync. */
function concluded(read: () => Reading): string {
  try {
    return wordOf(read());
  } catch {
    return 'a question';
  }
}

const refusalOf = (issue: string) =>
  answer({ name: 'UNPROCESSABLE_ENTITY', message: 'No', details: [{ issue }] }, 422);

const part = { captureReference: 'c_1', captureMinor: 6540, captureNumber: 1, isFinal: true };

/** The resource of each kind of event, as PayPal's samples have it. */
function resourceOf(event: string): object {
  const related = { related_ids: { order_id: '5O19', authorization_id: 'A1' } };
  const one = { id: 'X1', amount, invoice_id: 'pay_1_1', supplementary_data: related };
  if (event.startsWith('PAYMENT.AUTHORIZATION')) {
    return { ...one, status: event.endsWith('VOIDED') ? 'VOIDED' : 'CREATED' };
  }
  if (event === 'PAYMENT.CAPTURE.REFUNDED' || event.startsWith('PAYMENT.REFUND')) {
    return { id: 'R1', amount, custom_id: 'refund:ref_1' };
  }
  if (event === 'PAYMENT.CAPTURE.REVERSED') {
    const href = 'https://api.paypal.com/v2/payments/captures/C1';
    return { id: 'R1', status: 'COMPLETED', amount, links: [{ rel: 'up', href }] };
  }
  if (event.startsWith('PAYMENT.CAPTURE')) {
    const status = event.split('.').at(-1);
    return { ...one, status: status === 'DENIED' ? 'DECLINED' : status };
  }
  if (event.startsWith('CUSTOMER.DISPUTE') || event.startsWith('RISK.DISPUTE')) {
    return {
      ...dispute,
      status: event.endsWith('RESOLVED') ? 'RESOLVED' : 'WAITING_FOR_SELLER_RESPONSE',
      dispute_outcome: { outcome_code: 'RESOLVED_SELLER_FAVOUR' },
    };
  }
  if (event === 'CHECKOUT.PAYMENT-APPROVAL.REVERSED') return { order_id: '5O19' };
  const status = event.split('.').at(-1);
  return { id: '5O19', status: status === 'PROCESSED' ? 'COMPLETED' : status, ...units };
}

const units = {
  purchase_units: [
    { invoice_id: 'pay_1_1', payments: { captures: [{ id: 'C1', status: 'COMPLETED', amount }] } },
  ],
};

const dispute = {
  dispute_id: 'PP-D-1',
  dispute_amount: amount,
  dispute_life_cycle_stage: 'CHARGEBACK',
  disputed_transactions: [{ seller_transaction_id: 'C1', invoice_number: 'pay_1_1' }],
};

function meaningOf(event: string): string {
  const body = JSON.stringify({ event_type: event, resource: resourceOf(event) });
  const [content] = webhooks?.parse({ headers: {}, body }) ?? [];
  switch (content?.kind) {
    case 'payment':
      return content.outcome.result;
    case 'refund':
      return `refund ${content.outcome.result}`;
    case 'dispute':
      return content.dispute.status;
    case 'mandate':
      return `mandate ${content.status}`;
    default:
      return 'nothing';
  }
}

const kept = { none: 'It is about another product of PayPal’s than payments.' };
const noMoney = { none: 'No money moves by it, and the answer to our own request says the same.' };

/** Every word of PayPal's that the adapter reads. */
export const published: readonly PublishedEnumeration[] = [
  {
    name: 'status of a capture',
    source: `${payments} capture_status`,
    kind: 'status',
    words: {
      COMPLETED: 'captured',
      DECLINED: 'declined',
      PARTIALLY_REFUNDED: 'captured',
      PENDING: 'pending',
      // Its order contains who refunded it.
      REFUNDED: 'captured in part',
      FAILED: 'declined',
    },
    conclude: (status) =>
      concluded(() => sync.outcome(answer({ id: 'C1', status, amount }), captured, account)),
  },
  {
    name: 'status of an authorization',
    source: `${payments} authorization_status`,
    kind: 'status',
    words: {
      CREATED: 'authorized',
      CAPTURED: 'captured in part',
      DENIED: 'declined',
      PARTIALLY_CAPTURED: 'captured in part',
      VOIDED: 'voided',
      PENDING: 'pending',
    },
    conclude: (status) =>
      concluded(() => sync.outcome(answer({ id: 'A1', status, amount }), reserved, account)),
  },
  {
    name: 'status of an order',
    source: `${orders} order_status`,
    kind: 'status',
    words: {
      CREATED: 'pending',
      SAVED: 'pending',
      APPROVED: 'pending',
      VOIDED: 'voided',
      COMPLETED: 'captured',
      PAYER_ACTION_REQUIRED: 'challenged',
    },
    conclude(status) {
      const links = [
        { rel: 'payer-action', href: 'https://www.paypal.com/checkoutnow?token=5O19' },
      ];
      return concluded(() =>
        authorize.outcome(answer({ id: '5O19', status, links, ...units }, 201), payment, account),
      );
    },
  },
  {
    name: 'status of a refund',
    source: `${payments} refund_status`,
    kind: 'status',
    words: {
      CANCELLED: 'declined',
      FAILED: 'declined',
      PENDING: 'pending',
      COMPLETED: 'succeeded',
    },
    conclude: (status) =>
      concluded(() =>
        syncRefund.outcome(
          answer({ id: 'R1', status, amount }),
          { ...payment, reference: 'ref_1', payment: captured, connectorRefundId: 'R1' },
          account,
        ),
      ),
  },
  {
    name: 'status of a dispute',
    source: `${disputes} status`,
    kind: 'status',
    words: {
      OPEN: 'dispute_opened',
      WAITING_FOR_BUYER_RESPONSE: 'dispute_opened',
      WAITING_FOR_SELLER_RESPONSE: 'dispute_opened',
      UNDER_REVIEW: 'dispute_challenged',
      RESOLVED: 'dispute_cancelled',
      OTHER: { none: 'PayPal documents it as no status: the dispute stays as it is.' },
    },
    conclude: (status) => disputeConcluded({ status }),
  },
  {
    name: 'outcome of a dispute',
    source: `${disputes} dispute_outcome.outcome_code`,
    kind: 'result code',
    words: {
      RESOLVED_BUYER_FAVOUR: 'dispute_lost',
      RESOLVED_SELLER_FAVOUR: 'dispute_won',
      RESOLVED_WITH_PAYOUT: 'dispute_won',
      CANCELED_BY_BUYER: 'dispute_cancelled',
      ACCEPTED: 'dispute_accepted',
      DENIED: 'dispute_cancelled',
      NONE: 'dispute_cancelled',
    },
    conclude: (outcome_code) =>
      disputeConcluded({ status: 'RESOLVED', dispute_outcome: { outcome_code } }),
  },
  {
    name: 'stage of a dispute',
    source: `${disputes} dispute_lifecycle_stage`,
    kind: 'status',
    words: {
      INQUIRY: 'pre_dispute',
      CHARGEBACK: 'dispute',
      PRE_ARBITRATION: 'pre_arbitration',
      ARBITRATION: 'pre_arbitration',
    },
    conclude(dispute_life_cycle_stage) {
      const read = syncDispute.outcome(
        answer({ ...dispute, status: 'OPEN', dispute_life_cycle_stage }),
        { connectorDisputeId: 'PP-D-1', connectorName: 'paypal', reference: 'pay_1_1' },
        account,
      );
      return 'dispute' in read ? read.dispute.stage : 'nothing';
    },
  },
  {
    name: 'issue of a refused capture of an authorization',
    source: `${payments} POST /v2/payments/authorizations/{authorization_id}/capture`,
    kind: 'result code',
    words: {
      ...Object.fromEntries(
        [
          ...['INVALID_PARAMETER_VALUE', 'MISSING_REQUIRED_PARAMETER', 'INVALID_STRING_LENGTH'],
          ...['INVALID_STRING_MAX_LENGTH', 'INVALID_PARAMETER_SYNTAX', 'PERMISSION_DENIED'],
          ...['INVALID_RESOURCE_ID', 'INVALID_CURRENCY_CODE', 'CANNOT_BE_ZERO_OR_NEGATIVE'],
          ...['DECIMAL_PRECISION', 'DECIMALS_NOT_SUPPORTED', 'TRANSACTION_REFUSED'],
          ...['AUTHORIZATION_VOIDED', 'MAX_CAPTURE_COUNT_EXCEEDED', 'PAYER_CANNOT_PAY'],
          ...['AUTH_CAPTURE_CURRENCY_MISMATCH', 'AUTHORIZATION_DENIED', 'AUTHORIZATION_EXPIRED'],
          ...['MAX_CAPTURE_AMOUNT_EXCEEDED', 'PAYEE_ACCOUNT_LOCKED_OR_CLOSED'],
          ...['PAYER_ACCOUNT_LOCKED_OR_CLOSED', 'PAYEE_ACCOUNT_RESTRICTED'],
        ].map((issue) => [issue, 'declined']),
      ),
      DUPLICATE_INVOICE_ID: 'a question',
      AUTHORIZATION_ALREADY_CAPTURED: 'a question',
    },
    conclude: (issue) =>
      concluded(() => capture.outcome(refusalOf(issue), { ...reserved, ...part }, account)),
  },
  {
    name: 'issue of a refused void of an authorization',
    source: `${payments} POST /v2/payments/authorizations/{authorization_id}/void`,
    kind: 'result code',
    words: {
      INVALID_ACCOUNT_STATUS: 'declined',
      PERMISSION_DENIED: 'declined',
      INVALID_RESOURCE_ID: 'declined',
      PREVIOUS_REQUEST_IN_PROGRESS: 'a question',
      PREVIOUSLY_CAPTURED: 'a question',
      PREVIOUSLY_VOIDED: 'a question',
      CANNOT_BE_VOIDED: 'declined',
    },
    conclude: (issue) => concluded(() => release.outcome(refusalOf(issue), reserved, account)),
  },
  {
    name: 'address and security code checks',
    source: `${payments} processor_response avs_code, cvv_code`,
    kind: 'result code',
    words: Object.fromEntries(
      [
        ...['A', 'B', 'C', 'D', 'E', 'F', 'G', 'I', 'M', 'N', 'P', 'R', 'S', 'U', 'W', 'X', 'Y'],
        ...['Z', 'Null', '0', '1', '2', '3', '4', 'All others'],
      ].map((code) => [code, `avs ${code}, cvv ${code}`]),
    ),
    conclude(code) {
      const processor_response = { avs_code: code, cvv_code: code, response_code: '0000' };
      const read = sync.outcome(
        answer({ id: 'C1', status: 'COMPLETED', amount, processor_response }),
        captured,
        account,
      );
      const { avs_code, cvv_code } =
        ('paymentChecks' in read ? read.paymentChecks : undefined) ?? {};
      return `avs ${avs_code}, cvv ${cvv_code}`;
    },
  },
  {
    name: 'advice of the card network on trying again',
    source: `${payments} processor_response payment_advice_code`,
    kind: 'result code',
    words: { '01': 'advice 01', '02': 'advice 02', '03': 'advice 03', '21': 'advice 21' },
    conclude(payment_advice_code) {
      const processor_response = { payment_advice_code, response_code: '5120' };
      const read = sync.outcome(
        answer({ id: 'C1', status: 'DECLINED', amount, processor_response }),
        captured,
        account,
      );
      return `advice ${'networkAdviceCode' in read ? read.networkAdviceCode : 'none'}`;
    },
  },
  {
    name: 'events',
    source: eventNames,
    kind: 'event',
    words: {
      'PAYMENT.AUTHORIZATION.CREATED': 'authorized',
      'PAYMENT.AUTHORIZATION.VOIDED': 'voided',
      'PAYMENT.CAPTURE.COMPLETED': 'captured',
      'PAYMENT.CAPTURE.DECLINED': 'declined',
      'PAYMENT.CAPTURE.DENIED': 'declined',
      'PAYMENT.CAPTURE.PENDING': 'pending',
      'PAYMENT.CAPTURE.REFUNDED': 'refund succeeded',
      'PAYMENT.CAPTURE.REVERSED': 'declined',
      'PAYMENT.REFUND.COMPLETED': 'refund succeeded',
      'PAYMENT.REFUND.PENDING': 'refund pending',
      'PAYMENT.REFUND.FAILED': 'refund declined',
      'PAYMENT.REFUND.DENIED': 'refund declined',
      'PAYMENT.REFUND.CANCELLED': 'refund declined',
      'CHECKOUT.ORDER.APPROVED': 'pending',
      'CHECKOUT.ORDER.COMPLETED': 'captured',
      'CHECKOUT.ORDER.PROCESSED': 'captured',
      'CHECKOUT.ORDER.SAVED': 'pending',
      'CHECKOUT.ORDER.VOIDED': 'voided',
      'CHECKOUT.PAYMENT-APPROVAL.REVERSED': 'voided',
      'CUSTOMER.DISPUTE.CREATED': 'dispute_opened',
      'CUSTOMER.DISPUTE.UPDATED': 'dispute_opened',
      'CUSTOMER.DISPUTE.RESOLVED': 'dispute_won',
      'RISK.DISPUTE.CREATED': 'dispute_accepted',
      'VAULT.PAYMENT-TOKEN.DELETED': 'mandate revoked',
      'VAULT.PAYMENT-TOKEN.CREATED': noMoney,
      'VAULT.PAYMENT-TOKEN.DELETION-INITIATED': {
        none: 'The token is still there until it is deleted.',
      },
      'PAYMENT.ORDER.CANCELLED': kept,
      'PAYMENT.ORDER.CREATED': kept,
      'PAYMENT.PAYOUTSBATCH.DENIED': kept,
      'PAYMENT.PAYOUTSBATCH.PROCESSING': kept,
      'PAYMENT.PAYOUTSBATCH.SUCCESS': kept,
      'PAYMENT.REFERENCED-PAYOUT-ITEM.COMPLETED': kept,
      'PAYMENT.REFERENCED-PAYOUT-ITEM.FAILED': kept,
      'PAYMENT.SALE.COMPLETED': kept,
      'PAYMENT.SALE.DENIED': kept,
      'PAYMENT.SALE.PENDING': kept,
      'PAYMENT.SALE.REFUNDED': kept,
      'PAYMENT.SALE.REVERSED': kept,
      'BILLING.SUBSCRIPTION.ACTIVATED': kept,
      'BILLING.SUBSCRIPTION.CANCELLED': kept,
      'MERCHANT.ONBOARDING.COMPLETED': kept,
      'MERCHANT.PARTNER-CONSENT.REVOKED': kept,
    },
    conclude: meaningOf,
  },
];

function disputeConcluded(changes: object): string {
  try {
    const read = syncDispute?.outcome(
      answer({ ...dispute, ...changes }),
      { connectorDisputeId: 'PP-D-1', connectorName: 'paypal', reference: 'pay_1_1' },
      account,
    );
    return read && 'dispute' in read ? read.dispute.status : 'nothing';
  } catch {
    return 'nothing';
  }
}
