import type { NextStep } from '#connectors/interface/exchange.ts';
import type { PaymentOutcome } from '#connectors/interface/payments.ts';
import type { RefundOutcome } from '#connectors/interface/refunds.ts';
import { paypalConnector } from '#connectors/paypal/connector.ts';
import { aCard, aCharge } from '../../../support/processors/a-charge.ts';
import { aPayoutReference } from '../../../support/processors/a-payout-instruction.ts';
import { anAccountAt, answer } from '../../../support/processors/an-exchange.ts';
import {
  each,
  events,
  readResult,
  readWebhook,
  resultCodes,
  statuses,
} from '../../../support/processors/published-words.ts';

const { authorize, capture, sync, syncRefund, syncDispute, webhooks, ...others } =
  paypalConnector();

const descriptions = 'https://github.com/paypal/paypal-rest-api-specifications/blob/main/openapi';
const payments = `${descriptions}/payments_payment_v2.json`;
const payouts = `${descriptions}/payments_payouts_batch_v1.json`;
const disputes = `${descriptions}/customer_disputes_v1.json`;

const account = { ...anAccountAt('paypal'), accessToken: 'A21AA' };
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
const part = { captureReference: 'c_1', captureMinor: 6540, captureNumber: 1, isFinal: true };
const refund = { ...payment, reference: 'ref_1', payment: captured, connectorRefundId: 'R1' };
const known = { connectorDisputeId: 'PP-D-1', connectorName: 'paypal', reference: 'pay_1_1' };

/** The order in whose answer a second step of a sync finds the payments. */
const order = answer({
  id: '5O19',
  status: 'COMPLETED',
  purchase_units: [
    {
      payments: {
        authorizations: [{ id: 'A1', status: 'PARTIALLY_CAPTURED', amount }],
        captures: [
          { id: 'C1', status: 'COMPLETED', amount: { ...amount, value: '10.00' } },
          { id: 'C2', status: 'COMPLETED', amount: { ...amount, value: '5.00' } },
        ],
      },
    },
  ],
});

type Outcome = PaymentOutcome | RefundOutcome;

/** The result, also that of a second step; `a question` where the state is left to a sync. */
const ofPayment = (read: () => Outcome | NextStep<Outcome> | undefined) =>
  readResult(() => {
    const reading = read();
    const last = reading && 'next' in reading ? reading.outcome(order) : reading;
    const isOfOrder = last && 'capturedMinor' in last && last.capturedMinor === 1_500;
    return isOfOrder ? { result: `${last.result} in part` } : last;
  }, 'a question');

const refusalOf = (issue: string) =>
  answer({ name: 'UNPROCESSABLE_ENTITY', message: 'No', details: [{ issue }] }, 422);

/** The resource of each kind of event, as PayPal's samples have it. */
const itemOf = (transaction_status: string) => ({
  payout_item_id: 'I1',
  payout_batch_id: 'B1',
  transaction_status,
  payout_item: { amount: { currency: 'EUR', value: '65.40' }, sender_item_id: 'payout_1_1' },
});

/** The status of a payout in the event that ends so. */
const itemStatuses: Readonly<Record<string, string>> = {
  BLOCKED: 'BLOCKED',
  CANCELED: 'RETURNED',
  DENIED: 'FAILED',
  FAILED: 'FAILED',
  HELD: 'ONHOLD',
  REFUNDED: 'REFUNDED',
  RETURNED: 'RETURNED',
  SUCCEEDED: 'SUCCESS',
  UNCLAIMED: 'UNCLAIMED',
};

const paidOut = aPayoutReference('paypal', { connectorTransactionId: 'B1' });

const ofPayout = (status: string) => {
  const batch_header = { payout_batch_id: 'B1', batch_status: 'SUCCESS' };
  const body = answer({ batch_header, items: [itemOf(status)] });
  return readResult(() => others.syncPayout?.outcome(body, paidOut, account));
};

const ofBatch = (batch_status: string) => {
  const body = answer({ batch_header: { payout_batch_id: 'B1', batch_status } });
  return readResult(() => others.syncPayout?.outcome(body, paidOut, account));
};

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
    // Of an order that was captured at once, without an authorization.
    const supplementary_data = { related_ids: { order_id: '5O19' } };
    return { ...one, status: status === 'DENIED' ? 'DECLINED' : status, supplementary_data };
  }
  if (event.startsWith('CUSTOMER.DISPUTE') || event.startsWith('RISK.DISPUTE')) {
    return {
      ...dispute,
      status: event.endsWith('RESOLVED') ? 'RESOLVED' : 'WAITING_FOR_SELLER_RESPONSE',
      dispute_outcome: { outcome_code: 'RESOLVED_SELLER_FAVOUR' },
    };
  }
  if (event === 'CHECKOUT.PAYMENT-APPROVAL.REVERSED') return { order_id: '5O19' };
  if (event.startsWith('PAYMENT.PAYOUTSBATCH')) {
    return { batch_header: { payout_batch_id: 'B1', batch_status: event.split('.').at(-1) } };
  }
  if (event.startsWith('PAYMENT.PAYOUTS-ITEM')) {
    return itemOf(itemStatuses[event.split('.').at(-1) ?? ''] ?? '');
  }
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

function ofEvent(event_type: string) {
  return readWebhook(webhooks, JSON.stringify({ event_type, resource: resourceOf(event_type) }));
}

const paymentIs = (reference: typeof captured | typeof reserved, changes: object) =>
  sync.outcome(answer({ id: 'C1', amount, ...changes }), reference, account);

function ofOrder(status: string) {
  const links = [{ rel: 'payer-action', href: 'https://www.paypal.com/checkoutnow?token=5O19' }];
  const body = answer({ id: '5O19', status, links, ...units }, 201);
  return ofPayment(() => authorize.outcome(body, payment, account));
}

const ofRefund = (status: string) =>
  ofPayment(() => syncRefund?.outcome(answer({ id: 'R1', status, amount }), refund, account));

const ofDispute = (changes: object) =>
  readResult(() => syncDispute?.outcome(answer({ ...dispute, ...changes }), known, account));

function ofStage(dispute_life_cycle_stage: string) {
  const body = answer({ ...dispute, status: 'OPEN', dispute_life_cycle_stage });
  return Object(syncDispute?.outcome(body, known, account)).dispute.stage;
}

const ofRefusedCapture = (issue: string) =>
  ofPayment(() => capture?.outcome(refusalOf(issue), { ...reserved, ...part }, account));

const ofRefusedVoid = (issue: string) =>
  ofPayment(() => others.void?.outcome(refusalOf(issue), reserved, account));

function ofChecks(code: string) {
  const processor_response = { avs_code: code, cvv_code: code, response_code: '0000' };
  const read = paymentIs(captured, { status: 'COMPLETED', processor_response });
  const { avs_code, cvv_code } = Object('paymentChecks' in read && read.paymentChecks);
  return `avs ${avs_code}, cvv ${cvv_code}`;
}

function ofAdvice(payment_advice_code: string) {
  const processor_response = { payment_advice_code, response_code: '5120' };
  const read = paymentIs(captured, { status: 'DECLINED', processor_response });
  return `advice ${'networkAdviceCode' in read ? read.networkAdviceCode : 'none'}`;
}

export const published = [
  statuses(
    'status of a capture',
    `${payments} capture_status`,
    (status) => ofPayment(() => paymentIs(captured, { status })),
    {
      captured: 'COMPLETED PARTIALLY_REFUNDED',
      declined: 'DECLINED FAILED',
      pending: 'PENDING',
      // Its order contains who refunded it.
      'captured in part': 'REFUNDED',
    },
  ),
  statuses(
    'status of an authorization',
    `${payments} authorization_status`,
    (status) => ofPayment(() => paymentIs(reserved, { status, id: 'A1' })),
    {
      authorized: 'CREATED',
      'captured in part': 'CAPTURED PARTIALLY_CAPTURED',
      declined: 'DENIED',
      voided: 'VOIDED',
      pending: 'PENDING',
    },
  ),
  statuses('status of an order', `${descriptions}/checkout_orders_v2.json order_status`, ofOrder, {
    pending: 'CREATED SAVED APPROVED',
    voided: 'VOIDED',
    captured: 'COMPLETED',
    challenged: 'PAYER_ACTION_REQUIRED',
  }),
  statuses('status of a refund', `${payments} refund_status`, ofRefund, {
    declined: 'CANCELLED FAILED',
    pending: 'PENDING',
    succeeded: 'COMPLETED',
  }),
  statuses('status of a dispute', `${disputes} status`, (status) => ofDispute({ status }), {
    dispute_opened: 'OPEN WAITING_FOR_BUYER_RESPONSE WAITING_FOR_SELLER_RESPONSE',
    dispute_challenged: 'UNDER_REVIEW',
    dispute_cancelled: 'RESOLVED',
    'none: PayPal documents it as no status: the dispute stays as it is.': 'OTHER',
  }),
  resultCodes(
    'outcome of a dispute',
    `${disputes} dispute_outcome.outcome_code`,
    (outcome_code) => ofDispute({ status: 'RESOLVED', dispute_outcome: { outcome_code } }),
    {
      dispute_lost: 'RESOLVED_BUYER_FAVOUR',
      dispute_won: 'RESOLVED_SELLER_FAVOUR RESOLVED_WITH_PAYOUT',
      dispute_cancelled: 'CANCELED_BY_BUYER DENIED NONE',
      dispute_accepted: 'ACCEPTED',
    },
  ),
  statuses('stage of a dispute', `${disputes} dispute_lifecycle_stage`, ofStage, {
    pre_dispute: 'INQUIRY',
    dispute: 'CHARGEBACK',
    pre_arbitration: 'PRE_ARBITRATION ARBITRATION',
  }),
  resultCodes(
    'issue of a refused capture of an authorization',
    `${payments} POST /v2/payments/authorizations/{authorization_id}/capture`,
    ofRefusedCapture,
    {
      declined: `INVALID_PARAMETER_VALUE MISSING_REQUIRED_PARAMETER INVALID_STRING_LENGTH
        INVALID_STRING_MAX_LENGTH INVALID_PARAMETER_SYNTAX PERMISSION_DENIED INVALID_RESOURCE_ID
        INVALID_CURRENCY_CODE CANNOT_BE_ZERO_OR_NEGATIVE DECIMAL_PRECISION DECIMALS_NOT_SUPPORTED
        TRANSACTION_REFUSED AUTHORIZATION_VOIDED MAX_CAPTURE_COUNT_EXCEEDED PAYER_CANNOT_PAY
        AUTH_CAPTURE_CURRENCY_MISMATCH AUTHORIZATION_DENIED AUTHORIZATION_EXPIRED
        MAX_CAPTURE_AMOUNT_EXCEEDED PAYEE_ACCOUNT_LOCKED_OR_CLOSED PAYER_ACCOUNT_LOCKED_OR_CLOSED
        PAYEE_ACCOUNT_RESTRICTED`,
      'a question': 'DUPLICATE_INVOICE_ID AUTHORIZATION_ALREADY_CAPTURED',
    },
  ),
  resultCodes(
    'issue of a refused void of an authorization',
    `${payments} POST /v2/payments/authorizations/{authorization_id}/void`,
    ofRefusedVoid,
    {
      declined: 'INVALID_ACCOUNT_STATUS PERMISSION_DENIED INVALID_RESOURCE_ID CANNOT_BE_VOIDED',
      'a question': 'PREVIOUS_REQUEST_IN_PROGRESS PREVIOUSLY_CAPTURED PREVIOUSLY_VOIDED',
    },
  ),
  resultCodes(
    'address and security code checks',
    `${payments} processor_response avs_code, cvv_code`,
    ofChecks,
    each(
      [...'01234ABCDEFGIMNPRSUWXYZ', 'Null', 'All others'],
      (word) => `avs ${word}, cvv ${word}`,
    ),
  ),
  resultCodes(
    'advice of the card network on trying again',
    `${payments} processor_response payment_advice_code`,
    ofAdvice,
    each('01 02 03 21', (word) => `advice ${word}`),
  ),
  statuses('status of a payout', `${payouts} transaction_enum`, ofPayout, {
    paid: 'SUCCESS',
    pending: 'PENDING ONHOLD',
    initiated: 'UNCLAIMED',
    declined: 'FAILED BLOCKED',
    reversed: 'RETURNED REFUNDED REVERSED',
  }),
  statuses('status of a batch of payouts', `${payouts} batch_enum`, ofBatch, {
    pending: 'PENDING PROCESSING SUCCESS',
    declined: 'DENIED',
    cancelled: 'CANCELED',
  }),
  events('events', 'https://developer.paypal.com/api/rest/webhooks/event-names/', ofEvent, {
    authorized: 'PAYMENT.AUTHORIZATION.CREATED',
    voided: 'PAYMENT.AUTHORIZATION.VOIDED CHECKOUT.ORDER.VOIDED CHECKOUT.PAYMENT-APPROVAL.REVERSED',
    captured: 'PAYMENT.CAPTURE.COMPLETED CHECKOUT.ORDER.COMPLETED CHECKOUT.ORDER.PROCESSED',
    declined: 'PAYMENT.CAPTURE.DECLINED PAYMENT.CAPTURE.DENIED PAYMENT.CAPTURE.REVERSED',
    pending: 'PAYMENT.CAPTURE.PENDING CHECKOUT.ORDER.APPROVED CHECKOUT.ORDER.SAVED',
    'refund succeeded': 'PAYMENT.CAPTURE.REFUNDED PAYMENT.REFUND.COMPLETED',
    'refund pending': 'PAYMENT.REFUND.PENDING',
    'refund declined': 'PAYMENT.REFUND.FAILED PAYMENT.REFUND.DENIED PAYMENT.REFUND.CANCELLED',
    dispute_opened: 'CUSTOMER.DISPUTE.CREATED CUSTOMER.DISPUTE.UPDATED',
    dispute_won: 'CUSTOMER.DISPUTE.RESOLVED',
    dispute_accepted: 'RISK.DISPUTE.CREATED',
    'payout pending': `PAYMENT.PAYOUTSBATCH.PROCESSING PAYMENT.PAYOUTSBATCH.SUCCESS
      PAYMENT.PAYOUTS-ITEM.HELD`,
    'payout initiated': 'PAYMENT.PAYOUTS-ITEM.UNCLAIMED',
    'payout paid': 'PAYMENT.PAYOUTS-ITEM.SUCCEEDED',
    'payout declined': `PAYMENT.PAYOUTSBATCH.DENIED PAYMENT.PAYOUTS-ITEM.BLOCKED
      PAYMENT.PAYOUTS-ITEM.DENIED PAYMENT.PAYOUTS-ITEM.FAILED`,
    'payout reversed': `PAYMENT.PAYOUTS-ITEM.CANCELED PAYMENT.PAYOUTS-ITEM.REFUNDED
      PAYMENT.PAYOUTS-ITEM.RETURNED`,
    'mandate revoked': 'VAULT.PAYMENT-TOKEN.DELETED',
    'none: No money moves by it, and the answer to our own request says the same.':
      'VAULT.PAYMENT-TOKEN.CREATED',
    'none: The token is still there until it is deleted.': 'VAULT.PAYMENT-TOKEN.DELETION-INITIATED',
    'none: It is about another product of PayPal’s than payments.': `PAYMENT.ORDER.CANCELLED
      PAYMENT.ORDER.CREATED PAYMENT.REFERENCED-PAYOUT-ITEM.COMPLETED
      PAYMENT.REFERENCED-PAYOUT-ITEM.FAILED PAYMENT.SALE.COMPLETED PAYMENT.SALE.DENIED
      PAYMENT.SALE.PENDING PAYMENT.SALE.REFUNDED PAYMENT.SALE.REVERSED
      BILLING.SUBSCRIPTION.ACTIVATED BILLING.SUBSCRIPTION.CANCELLED MERCHANT.ONBOARDING.COMPLETED
      MERCHANT.PARTNER-CONSENT.REVOKED`,
  }),
];
