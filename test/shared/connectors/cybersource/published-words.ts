import { cybersourceConnector } from '#connectors/cybersource/connector.ts';
import type { NextStep } from '#connectors/interface/exchange.ts';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import {
  cybersourceAccount as account,
  answerOf,
  cardPayment,
  knownPayment,
} from '../../../support/processors/a-cybersource-payment.ts';
import type { PublishedEnumeration } from '../../../support/processors/published-words.ts';

const connector = cybersourceConnector();
const { authorize, capture, increment, refund, voidCaptured, webhooks, isRefusal } = connector;
const { void: reversal } = connector;
if (!capture || !increment || !refund || !voidCaptured || !reversal) throw new Error('It can.');

const models = 'https://github.com/CyberSource/cybersource-rest-client-node/blob/master/src/model/';
const events =
  'https://developer.cybersource.com/docs/cybs/en-us/webhooks/implementation/all/rest/webhooks/wh-fg-intro/wh-fg-product-event-types.html';

type Reading = { readonly result: string } | NextStep<{ readonly result: string }>;
type Read = (response: HttpResponse) => Reading;

const part = { captureReference: 'pay_1_1_1', captureNumber: 1, isFinal: true };
const more = { ...knownPayment, incrementReference: 'auth_1_1', totalMinor: 8000 };
const back = {
  reference: 'ref_1',
  connectorName: 'cybersource',
  amountMinor: 6540,
  currency: 'USD',
  payment: knownPayment,
};
const reads = {
  payment: (response) => authorize.outcome(response, cardPayment, account),
  capture: (response) =>
    capture.outcome(response, { ...knownPayment, ...part, captureMinor: 6540 }, account),
  reversal: (response) => reversal.outcome(response, knownPayment, account),
  void: (response) => voidCaptured.outcome(response, knownPayment, account),
  increment: (response) => increment.outcome(response, more, account),
  refund: (response) => refund.outcome(response, back, account),
} as const satisfies Readonly<Record<string, Read>>;

const resultOf = (read: Read, response: HttpResponse): string => {
  const outcome = read(response);
  return 'result' in outcome ? outcome.result : 'next step';
};

const amountDetails = { totalAmount: '65.40', authorizedAmount: '60.00', currency: 'USD' };

const statuses = (
  name: keyof typeof reads,
  model: string,
  words: Readonly<Record<string, string>>,
): PublishedEnumeration => ({
  name: `status of a ${name}`,
  source: `${models}${model}.js`,
  kind: 'status',
  words,
  conclude: (status) =>
    resultOf(reads[name], answerOf({ id: '7009', status, orderInformation: { amountDetails } })),
});

/** Reasons of an answer with 400, by their result; any other reason is a definite refusal. */
const refusals = (
  name: keyof typeof reads,
  model: string,
  all: string,
  undecided: readonly string[] = [],
): PublishedEnumeration => ({
  name: `reason of a refused ${name}`,
  source: `${models}${model}.js`,
  kind: 'result code',
  words: Object.fromEntries(
    all.split(' ').map((word) => [word, undecided.includes(word) ? 'unknown' : 'declined']),
  ),
  conclude: (reason) =>
    resultOf(reads[name], answerOf({ status: 'INVALID_REQUEST', reason, message: 'No.' }, 400)),
});

const always = 'MISSING_FIELD INVALID_DATA DUPLICATE_REQUEST INVALID_MERCHANT_CONFIGURATION';
const settledBefore = [
  ...['DUPLICATE_REQUEST', 'AUTH_ALREADY_REVERSED', 'TRANSACTION_ALREADY_SETTLED'],
  ...['MISSING_AUTH', 'TRANSACTION_ALREADY_REVERSED_OR_SETTLED'],
];
const repeated = ['DUPLICATE_REQUEST'];

const declines = `AVS_FAILED CONTACT_PROCESSOR EXPIRED_CARD PROCESSOR_DECLINED INSUFFICIENT_FUND
  STOLEN_LOST_CARD ISSUER_UNAVAILABLE UNAUTHORIZED_CARD CVN_NOT_MATCH EXCEEDS_CREDIT_LIMIT
  INVALID_CVN BLOCKED_BY_CARDHOLDER DECLINED_CHECK BLACKLISTED_CUSTOMER SUSPENDED_ACCOUNT
  PAYMENT_REFUSED CV_FAILED INVALID_ACCOUNT GENERAL_DECLINE INVALID_MERCHANT_CONFIGURATION
  DECISION_PROFILE_REJECT SCORE_EXCEEDS_THRESHOLD PENDING_AUTHENTICATION ACH_VERIFICATION_FAILED
  DECISION_PROFILE_REVIEW CONSUMER_AUTHENTICATION_REQUIRED CONSUMER_AUTHENTICATION_FAILED
  ALLOWABLE_PIN_RETRIES_EXCEEDED PROCESSOR_ERROR CUSTOMER_WATCHLIST_MATCH
  ADDRESS_COUNTRY_WATCHLIST_MATCH EMAIL_COUNTRY_WATCHLIST_MATCH IP_COUNTRY_WATCHLIST_MATCH
  DAGGREJECTED DAGGDENIED DSYSREJECTED`.split(/\s+/);

function meaningOf(eventType: string): string {
  const payload = {
    id: '7009',
    clientReferenceInformation: { code: 'pay_1_1' },
    orderInformation: { amountDetails },
  };
  const body = JSON.stringify({ eventType, eventDate: '2030-01-31T10:00:00Z', payload });
  const [said] = webhooks?.parse({ headers: {}, body }) ?? [];
  switch (said?.kind) {
    case 'payment':
      return said.outcome.result;
    case 'capture':
      return `capture ${said.status}`;
    case 'refund':
      return `refund ${said.outcome.result}`;
    default:
      return 'nothing';
  }
}

const answered = { none: 'The answer to the request has said so.' };
const credits = { none: 'The switch gives nothing back without a payment.' };
const others = { none: 'The switch takes no such method from Cybersource.' };

/** From the status that each answer has, and from the reason of each refusal. */
export const published: readonly PublishedEnumeration[] = [
  statuses('payment', 'PtsV2PaymentsPost201Response', {
    AUTHORIZED: 'authorized',
    PARTIAL_AUTHORIZED: 'authorized',
    AUTHORIZED_PENDING_REVIEW: 'held',
    AUTHORIZED_RISK_DECLINED: 'declined',
    PENDING_AUTHENTICATION: 'pending',
    PENDING_REVIEW: 'held',
    DECLINED: 'declined',
    INVALID_REQUEST: 'declined',
  }),
  statuses('capture', 'PtsV2PaymentsCapturesPost201Response', {
    PENDING: 'captured',
    TRANSMITTED: 'captured',
  }),
  statuses('refund', 'PtsV2PaymentsRefundPost201Response', {
    PENDING: 'pending',
    DECLINED: 'declined',
    INVALID_REQUEST: 'declined',
  }),
  statuses('reversal', 'PtsV2PaymentsReversalsPost201Response', { REVERSED: 'voided' }),
  statuses('void', 'PtsV2PaymentsVoidsPost201Response', {
    VOIDED: 'voided_after_capture',
    CANCELLED: 'voided_after_capture',
    FAILED: 'declined',
  }),
  statuses('increment', 'PtsV2IncrementalAuthorizationPatch201Response', {
    AUTHORIZED: 'authorized',
    AUTHORIZED_PENDING_REVIEW: 'pending',
    DECLINED: 'declined',
  }),
  {
    name: 'reason of a declined payment',
    kind: 'result code',
    source: `${models}PtsV2PaymentsPost201ResponseErrorInformation.js`,
    words: Object.fromEntries(declines.map((word) => [word, 'declined'])),
    conclude: (reason) =>
      resultOf(
        reads.payment,
        answerOf({ id: '7009', status: 'DECLINED', errorInformation: { reason } }),
      ),
  },
  refusals(
    'payment',
    'PtsV2PaymentsPost400Response',
    `${always} INVALID_CARD CARD_TYPE_NOT_ACCEPTED PROCESSOR_UNAVAILABLE INVALID_AMOUNT INVALID_CARD_TYPE INVALID_PAYMENT_ID NOT_SUPPORTED`,
    repeated,
  ),
  refusals(
    'capture',
    'PtsV2PaymentsCapturesPost400Response',
    `${always} EXCEEDS_AUTH_AMOUNT AUTH_ALREADY_REVERSED TRANSACTION_ALREADY_SETTLED INVALID_AMOUNT MISSING_AUTH TRANSACTION_ALREADY_REVERSED_OR_SETTLED NOT_SUPPORTED`,
    settledBefore,
  ),
  refusals(
    'reversal',
    'PtsV2PaymentsReversalsPost400Response',
    `${always} PROCESSOR_UNAVAILABLE AUTH_ALREADY_REVERSED TRANSACTION_ALREADY_SETTLED INVALID_AMOUNT MISSING_AUTH TRANSACTION_ALREADY_REVERSED_OR_SETTLED NOT_SUPPORTED`,
    settledBefore,
  ),
  refusals(
    'void',
    'PtsV2PaymentsVoidsPost400Response',
    `${always} NOT_VOIDABLE NOT_SUPPORTED`,
    repeated,
  ),
  refusals(
    'increment',
    'PtsV2IncrementalAuthorizationPatch400Response',
    `${always} INVALID_CARD CARD_TYPE_NOT_ACCEPTED PROCESSOR_UNAVAILABLE INVALID_PAYMENT_ID NOT_SUPPORTED`,
    repeated,
  ),
  // None of them means that nothing is settled yet: a charge that waits for the batch is refunded
  // with it.
  refusals(
    'refund',
    'PtsV2PaymentsRefundPost400Response',
    `${always} INVALID_CARD INVALID_AMOUNT CAPTURE_ALREADY_VOIDED ACCOUNT_NOT_ALLOWED_CREDIT NOT_SUPPORTED`,
    repeated,
  ),
  {
    name: 'reason of an answer with 502',
    kind: 'result code',
    source: `${models}PtsV2PaymentsPost502Response.js`,
    words: { SYSTEM_ERROR: 'unknown', SERVER_TIMEOUT: 'unknown', SERVICE_TIMEOUT: 'unknown' },
    conclude: (reason) =>
      isRefusal?.(answerOf({ status: 'SERVER_ERROR', reason }, 502)) ? 'declined' : 'unknown',
  },
  {
    name: 'events of notifications about payments',
    kind: 'event',
    source: events,
    words: {
      'payments.payments.accept': 'authorized',
      'payments.payments.review': 'held',
      'payments.payments.reject': 'declined',
      'payments.payments.partial.approval': 'authorized',
      'payments.reversals.accept': 'voided',
      'payments.reversals.reject': answered,
      'payments.captures.accept': 'capture charged',
      'payments.captures.review': 'capture pending',
      'payments.captures.reject': 'capture failed',
      'payments.refunds.accept': 'refund pending',
      'payments.refunds.reject': 'refund declined',
      'payments.refunds.partial.approval': { none: 'The switch asks for no part of a refund.' },
      'payments.credits.accept': credits,
      'payments.credits.review': credits,
      'payments.credits.reject': credits,
      'payments.credits.partial.approval': credits,
      'payments.voids.accept': 'voided_after_capture',
      'payments.voids.reject': answered,
      'risk.profile.decision.review': 'held',
      'risk.profile.decision.reject': 'declined',
      'risk.casemanagement.decision.accept': 'authorized',
      'risk.casemanagement.decision.reject': 'declined',
      'payments.payments.updated': others,
      'payments.payments.accepted': others,
      'payments.payments.failed': others,
      'payments.credits.accepted': others,
      'payments.credits.failed': others,
      'payments.voids.accepted': others,
    },
    conclude: meaningOf,
  },
];
